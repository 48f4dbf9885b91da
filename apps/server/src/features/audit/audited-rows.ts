import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { Db } from '../../database/connection.ts';
import type { DeletableRows } from '../../database/deletable-rows.ts';
import { inTransaction, violates } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { type Actor, recordAudit } from './audit.service.ts';

/**
 * Creates, edits and deletes rows together with their audit events. `shown` is a row as responses and the
 * audit have it. A violation of the unique index `taken.index` becomes the refusal `taken.code`.
 */
export function auditedRows<Row extends { id: number }, Shown extends { id: number }>(options: {
  noun: 'payment_method' | 'product';
  rows: DeletableRows<Row>;
  shown: (row: Row) => Shown;
  taken: { index: string; code: RefusalCode; field: string };
}) {
  const { noun, rows, shown, taken } = options;

  async function unlessTaken(write: () => Promise<Shown>): Promise<Shown> {
    try {
      return await write();
    } catch (error) {
      if (!violates(error, taken.index)) throw error;
      throw new Refusal(taken.code, { field: taken.field });
    }
  }

  return {
    create: (db: Db, actor: Actor, fields: Omit<Row, 'id'>): Promise<Shown> =>
      unlessTaken(() =>
        inTransaction(db, async (tx) => {
          const after = shown(await rows.insert(tx, fields));
          await recordAudit(tx, {
            actor,
            action: `${noun}.created`,
            subjectId: after.id,
            after,
          });
          return after;
        }),
      ),

    /** Throws not_found. */
    edit: (db: Db, actor: Actor, id: number, fields: Omit<Row, 'id'>): Promise<Shown> =>
      unlessTaken(() =>
        inTransaction(db, async (tx) => {
          const before = await rows.lock(tx, id);
          if (!before) throw new Refusal('not_found');
          const after = shown(await rows.update(tx, id, fields));
          await recordAudit(tx, {
            actor,
            action: `${noun}.edited`,
            subjectId: id,
            before: shown(before),
            after,
          });
          return after;
        }),
      ),

    /** Throws not_found. Sales keep their copies of the row. */
    remove: (db: Db, actor: { id: number; name: string }, id: number): Promise<void> =>
      inTransaction(db, async (tx) => {
        const before = await rows.lock(tx, id);
        if (!before) throw new Refusal('not_found');
        await rows.markDeleted(tx, id, actor.id);
        await recordAudit(tx, {
          actor,
          action: `${noun}.deleted`,
          subjectId: id,
          before: shown(before),
        });
      }),
  };
}
