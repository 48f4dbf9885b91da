import { sql } from 'kysely';
import { SALE_AHEAD } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';

/** The database's time, and the newest sale if it is ahead of it. */
export async function clockRow(
  db: Db,
): Promise<{ now: Date; sale: number | null; sold_at: Date | null }> {
  const { rows } = await sql<{ now: Date; sale: number | null; sold_at: Date | null }>`
    SELECT now() AS now, ahead.id AS sale, ahead.created_at AS sold_at
    FROM (VALUES (1)) AS one LEFT JOIN (${sql.raw(SALE_AHEAD)}) AS ahead ON true`.execute(db);
  return rows[0] as { now: Date; sale: number | null; sold_at: Date | null };
}
