import { sql } from 'kysely';
import { SALE_AHEAD } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';
import { oneOf } from '../../database/rows.ts';

/** The database's time, and the newest sale if its time is later. */
export async function clockRow(
  db: Db,
): Promise<{ now: Date; sale: number | null; sold_at: Date | null }> {
  return oneOf<{ now: Date; sale: number | null; sold_at: Date | null }>(db)`
    SELECT now() AS now, ahead.id AS sale, ahead.created_at AS sold_at
    FROM (VALUES (1)) AS one LEFT JOIN (${sql.raw(SALE_AHEAD)}) AS ahead ON true`;
}
