import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';

/** Ids of the last sale and the last correction. */
export type LastIds = { sale: number; correction: number };

/** The last ids in the sums, and the newest of all. */
export async function readSumsProgress(db: Db): Promise<{ summed: LastIds; newest: LastIds }> {
  const { rows } = await sql<{ summed: LastIds; newest: LastIds }>`
    SELECT json_build_object('sale', last_sale_id, 'correction', last_correction_id) AS summed,
      json_build_object('sale', (SELECT coalesce(max(id), 0) FROM sales),
        'correction', (SELECT coalesce(max(id), 0) FROM corrections)) AS newest
    FROM sums_progress`.execute(db);
  return rows[0] as { summed: LastIds; newest: LastIds };
}

/**
 * Locks the sums against deletions and other servers and returns the last ids in them; undefined when they
 * are locked already.
 */
export async function lockSums(tx: Tx): Promise<LastIds | undefined> {
  const { rows } = await sql<LastIds>`
    SELECT last_sale_id AS sale, last_correction_id AS correction FROM sums_progress
    FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0];
}

/** Adds the sales and corrections after some ids up to others. All of them must be committed. */
export async function addToSums(tx: Tx, after: LastIds, upTo: LastIds): Promise<void> {
  await sql`SELECT add_to_sums(
    1, ${after.sale}, ${upTo.sale}, ${after.correction}, ${upTo.correction})`.execute(tx);
  await sql`
    UPDATE sums_progress SET last_sale_id = ${upTo.sale}, last_correction_id = ${upTo.correction}
  `.execute(tx);
}
