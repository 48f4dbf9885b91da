import type { PageQuery } from '@balcao/contract/fields/page.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import type { Db, Tx } from '../../database/connection.ts';
import type { RowsWithSoftDeletion } from '../../database/soft-deletion.ts';
import { inTransaction, violates } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { edited } from '../../request/shown-row.ts';
import { type Actor, recordAudit, recordAudits } from './audit.service.ts';

/** A violation of the unique index becomes this refusal. */
type Taken = { index: string; code: RefusalCode; field: string };

type Changes<Shown> = {
  created?: readonly Omit<Shown, 'id'>[];
  edited: readonly { before: Shown; after: Shown }[];
  deleted?: readonly Shown[];
};

/** Runs a change in a transaction and throws the refusal of `taken` when its index is violated. */
export async function changeUnlessTaken<T>(
  db: Db,
  { index, code, field }: Taken,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, change);
  } catch (error) {
    if (violates(error, index)) throw new Refusal(code, { field });
    // A code that a product and a list of material would share.
    if (violates(error, 'code_of_other')) throw new Refusal('code_of_other', { field });
    throw error;
  }
}

/**
 * Lists, creates, edits and deletes rows, with their audit events. `shown` converts a stored row to
 * the form of requests, responses and the audit; `stored` converts back.
 */
export function auditedRows<Row extends { id: number }, Shown extends { id: number }>(options: {
  noun: 'material_list' | 'payment_method' | 'product';
  rows: RowsWithSoftDeletion<Row>;
  shown: (row: Row) => Shown;
  stored: (fields: Omit<Shown, 'id'>) => Omit<Row, 'id'>;
  taken: Taken;
}) {
  const { noun, rows, shown, stored, taken } = options;

  async function lock(tx: Tx, id: number): Promise<Shown> {
    const row = await rows.lock(tx, id);
    if (!row) throw new Refusal('not_found');
    return shown(row);
  }

  return {
    list: (db: Db, query: PageQuery) => rows.page(db, query, shown),

    create: (db: Db, actor: Actor, fields: Omit<Shown, 'id'>): Promise<Shown> =>
      changeUnlessTaken(db, taken, async (tx) => {
        const after = shown(await rows.insert(tx, stored(fields)));
        await recordAudit(tx, actor, `${noun}.created`, { subjectId: after.id, after });
        return after;
      }),

    /**
     * A field that is left out stays as it is. `seen`: what the form was shown of the row, if it says so. Throws
     * not_found and what `edited` throws.
     */
    edit: (
      db: Db,
      actor: Actor,
      id: number,
      fields: Partial<Shown>,
      seen?: string,
    ): Promise<Shown> =>
      changeUnlessTaken(db, taken, async (tx) => {
        const before = await lock(tx, id);
        const after = shown(await rows.update(tx, id, stored(edited(before, fields, seen))));
        await recordAudit(tx, actor, `${noun}.edited`, { subjectId: id, before, after });
        return after;
      }),

    /**
     * The same for many rows at once, in the caller's transaction, which has locked those that there are. The
     * events carry the fields of `mark`, which say how it came about; `action` is that of the edits. Returns the ids
     * of the events.
     */
    changeAll: async (
      tx: Tx,
      actor: NonNullable<Actor>,
      { created = [], edited, deleted = [] }: Changes<Shown>,
      mark: Readonly<Record<string, unknown>>,
      action: AuditAction = `${noun}.edited`,
    ): Promise<number[]> => {
      const inserted = (await rows.insertAll(tx, created.map(stored))).map(shown);
      await rows.updateAll(
        tx,
        edited.map(({ after: { id, ...fields } }) => ({ id, ...stored(fields) }) as Row),
      );
      const event = (after: Shown, before?: Shown) => {
        return { subjectId: after.id, before, after: { ...after, ...mark } };
      };
      const additions = inserted.map((after) => event(after));
      const edits = edited.map(({ before, after }) => event(after, before));
      const ids = deleted.map(({ id }) => id);
      if (ids.length > 0) await rows.markDeleted(tx, ids, actor.id);
      const deletions = deleted.map((before) => ({ subjectId: before.id, before, after: mark }));
      return [
        ...(await recordAudits(tx, actor, `${noun}.created`, additions)),
        ...(await recordAudits(tx, actor, action, edits)),
        ...(await recordAudits(tx, actor, `${noun}.deleted`, deletions)),
      ];
    },

    /** Throws not_found. Sales keep their copies of the row. */
    remove: (db: Db, actor: { id: number; name: string }, id: number): Promise<void> =>
      inTransaction(db, async (tx) => {
        const before = await lock(tx, id);
        await rows.markDeleted(tx, [id], actor.id);
        await recordAudit(tx, actor, `${noun}.deleted`, { subjectId: id, before });
      }),
  };
}
