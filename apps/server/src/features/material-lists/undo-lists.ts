import type { MaterialList } from '@balcao/contract/products/material-lists.ts';
import type { Tx } from '../../database/connection.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import type { BulkChange, BulkEvent, Kept, UndoneRows } from '../bulk-changes/undo-once.service.ts';
import { listsWithIds } from './material-lists.repository.ts';
import { listOf, materialLists } from './material-lists.service.ts';

/** Brings the lists of these events back and deletes the new ones, unless somebody has changed them since. */
export async function undoLists(
  tx: Tx,
  actor: Pick<SignedIn, 'id' | 'name'>,
  change: BulkChange,
  events: readonly BulkEvent[],
): Promise<UndoneRows> {
  const ids = events.map(({ subject_id }) => subject_id);
  const now = new Map((await listsWithIds(tx, ids, true)).map((row) => [row.id, row]));
  const kept: Kept[] = [];
  const edited: { before: MaterialList; after: MaterialList }[] = [];
  const deleted: MaterialList[] = [];
  for (const { subject_id: id, before: was, after: made } of events) {
    const row = now.get(id);
    if (!row || row.deleted) {
      kept.push({ what: 'list', id, why: 'gone' });
      continue;
    }
    const list = listOf(row);
    const isStill = Object.entries(list).every(
      ([field, value]) => JSON.stringify(value) === JSON.stringify(made?.[field]),
    );
    if (!isStill) kept.push({ what: 'list', id, why: 'changed' });
    else if (was) edited.push({ before: list, after: { ...list, ...was } });
    else deleted.push(list);
  }
  await materialLists.changeAll(tx, actor, { edited, deleted }, { undone_change: change.id });
  return { restored: edited.length, removed: deleted.length, kept };
}
