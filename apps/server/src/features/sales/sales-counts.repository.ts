import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';

/** Up to which id the sales are counted, and the newest id there is. */
export async function countedUpTo(db: Db): Promise<{ counted: number; newest: number }> {
  const { rows } = await sql<{ counted: number; newest: number }>`
    SELECT up_to AS counted, coalesce((SELECT max(id) FROM sales), 0) AS newest
    FROM sales_counted`.execute(db);
  return rows[0] ?? { counted: 0, newest: 0 };
}

/** Keeps deletions and other servers away from the counts; undefined while one of them is at it. */
export async function takeCounts(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ counted: number }>`
    SELECT up_to AS counted FROM sales_counted FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0]?.counted;
}

/** Adds the sales between two ids to the counts; nothing may be on its way to between them. */
export async function addToCounts(tx: Tx, range: { after: number; upTo: number }): Promise<void> {
  await sql`
    INSERT INTO sales_counts AS known (grain, first_day, seller_id, seller_name, live)
    SELECT grain, first_day, seller_id, seller_name, count(*)
    FROM sales, (VALUES ('day'), ('month')) AS grains (grain),
      LATERAL (SELECT date_trunc(grain, business_day::timestamp)::date AS first_day) AS spans
    WHERE id > ${range.after} AND id <= ${range.upTo} AND deleted_at IS NULL
    GROUP BY GROUPING SETS ((grain, first_day, seller_id, seller_name), (grain, first_day))
    ON CONFLICT (grain, seller_id, seller_name, first_day)
      DO UPDATE SET live = known.live + excluded.live`.execute(tx);
  await sql`UPDATE sales_counted SET up_to = ${range.upTo}`.execute(tx);
}
