import type { Db, Tx } from '@balcao/server/src/database/connection.ts';
import type { Ledger } from './ledger.ts';

export type Comparison = {
  /** Keys that were answered. */
  acknowledged: number;
  /** Sales in the books, deleted ones too. */
  stored: number;
  /** Keys whose acknowledged sale is not there, is another one, or was deleted unasked. */
  lost: string[];
  /** Ids of sales that nobody has asked for, or that are not the only one of their key. */
  doubled: number[];
  /** Ids of sales that are there although their deletion was acknowledged. */
  undeleted: number[];
  /** Ids of acknowledged closings that are not there, or say something else. */
  lostClosings: number[];
};

/** Holds the books against the client's list. */
export async function compare(
  ledger: Pick<Ledger, 'entries' | 'deletions' | 'closings'>,
  db: Db | Tx,
): Promise<Comparison> {
  const rows = await db
    .selectFrom('sales')
    .select(['id', 'idempotency_key', 'total_general_cents'])
    .select((row) => row('deleted_at', 'is not', null).as('deleted'))
    .execute();
  const ofKey = Map.groupBy(rows, (row) => row.idempotency_key);
  const ofId = new Map(rows.map((row) => [row.id, row]));
  const { entries, deletions } = ledger;
  const answered = [...entries].flatMap(([key, answers]) =>
    answers.map((answer) => ({ key, ...answer })),
  );
  const isThere = ({ key, id, totalCents }: (typeof answered)[number]) => {
    const row = ofId.get(id);
    return (
      row?.idempotency_key === key &&
      row.total_general_cents === totalCents &&
      (!row.deleted || deletions.has(id))
    );
  };
  const unasked = rows.filter((row) => !entries.has(row.idempotency_key));
  const further = [...ofKey.values()].flatMap((sales) => sales.slice(1));
  const acknowledgedDeletions = [...deletions].filter(([, state]) => state === 'acknowledged');
  return {
    acknowledged: new Set(answered.map(({ key }) => key)).size,
    stored: rows.length,
    lost: [...new Set(answered.filter((answer) => !isThere(answer)).map(({ key }) => key))],
    doubled: [...new Set([...unasked, ...further].map(({ id }) => id))],
    undeleted: acknowledgedDeletions.map(([id]) => id).filter((id) => !ofId.get(id)?.deleted),
    lostClosings: await lostClosings(ledger, db),
  };
}

async function lostClosings({ closings }: Pick<Ledger, 'closings'>, db: Db | Tx) {
  const rows = await db
    .selectFrom('closings')
    .select(['id', 'seller_id', 'version', 'total_cents', 'sales_count'])
    .execute();
  const stored = new Map(rows.map((row) => [row.id, row]));
  return closings
    .filter(({ id, sellerId, version, totalCents, salesCount }) => {
      const row = stored.get(id);
      return (
        row?.seller_id !== sellerId ||
        row.version !== version ||
        row.total_cents !== totalCents ||
        row.sales_count !== salesCount
      );
    })
    .map(({ id }) => id);
}
