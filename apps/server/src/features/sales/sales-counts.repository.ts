import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';

export type CountsProgress = { lastCounted: number; newest: number };

/** The last sale that is counted, and the newest one. */
export async function readCountsProgress(db: Db): Promise<CountsProgress> {
  const { rows } = await sql<CountsProgress>`
    SELECT last_sale_id AS "lastCounted", coalesce((SELECT max(id) FROM sales), 0) AS newest
    FROM sales_counts_progress`.execute(db);
  return rows[0] as CountsProgress;
}

/**
 * Locks the counts against deletions and other servers and returns the last sale that is counted; undefined
 * when they are locked already.
 */
export async function lockCounts(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ last_sale_id: number }>`
    SELECT last_sale_id FROM sales_counts_progress FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0]?.last_sale_id;
}

/** Adds a range of sales to the counts. All of them must be committed. */
export async function addToCounts(tx: Tx, range: { after: number; upTo: number }): Promise<void> {
  await sql`
    INSERT INTO sales_counts AS known (day, seller_id, seller_name, live)
    SELECT business_day, seller_id, seller_name, count(*) FROM sales
    WHERE id > ${range.after} AND id <= ${range.upTo} AND deleted_at IS NULL
    GROUP BY GROUPING SETS ((business_day, seller_id, seller_name), (business_day))
    ON CONFLICT (seller_id, seller_name, day)
      DO UPDATE SET live = known.live + excluded.live`.execute(tx);
  await sql`UPDATE sales_counts_progress SET last_sale_id = ${range.upTo}`.execute(tx);
}
