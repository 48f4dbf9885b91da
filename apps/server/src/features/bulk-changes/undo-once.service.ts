import type { Db, Tx } from '../../database/connection.ts';
import { once } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import {
  type BulkChange,
  type BulkEvent,
  type BulkKind,
  eventsOf,
  lockBulkChange,
  noteUndone,
  type UndoneRows,
} from './bulk-changes.repository.ts';

export {
  type BulkChange,
  type BulkEvent,
  type BulkKind,
  insertBulkChange as recordBulkChange,
  type Kept,
  lastBulkChanges,
  lockBulkChange,
  nextBulkChange,
  type UndoneRows,
  undoableMerges,
} from './bulk-changes.repository.ts';

/**
 * Undoes a change of many rows, once and within a day. `undo` gets the events of the change, brings back what is
 * still as the change left it, and says what is not. A second request gets the first one's answer. Throws
 * not_found, undo_ended, nothing_to_undo and what `undo` throws.
 */
export async function undoOnce(
  db: Db,
  actor: { id: number; name: string },
  { id, kinds }: { id: number; kinds: readonly BulkKind[] },
  undo: (tx: Tx, change: BulkChange, events: BulkEvent[]) => Promise<UndoneRows>,
): Promise<UndoneRows> {
  const { answer } = await once(db, {
    lock: async (tx) => {
      const change = await lockBulkChange(tx, id, kinds);
      if (!change) throw new Refusal('not_found');
      return change;
    },
    first: async (_tx, { undone }) => undone ?? undefined,
    again: async (_tx, undone) => undone,
    make: async (tx, change) => {
      if (!change.recent) throw new Refusal('undo_ended');
      const undone = await undo(tx, change, await eventsOf(tx, id));
      if (undone.restored + undone.removed === 0) throw new Refusal('nothing_to_undo');
      await noteUndone(tx, id, actor, undone);
      return undone;
    },
  });
  return answer;
}

/** A change as the lists show it. */
export const shownChange = (change: BulkChange) => ({
  id: change.id,
  at: change.created_at.toISOString(),
  by: change.made_by_name,
  undone: change.undone_at &&
    change.undone && {
      at: change.undone_at.toISOString(),
      by: change.undone_by_name ?? '',
      rows: change.undone.restored + change.undone.removed,
    },
  can_undo: change.recent && change.undone === null,
});
