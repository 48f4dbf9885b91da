import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

/** The person who deleted a sale, by the present name; undefined for a sale that is not deleted. */
export async function findDeletion(
  db: Db,
  saleId: number,
): Promise<{ at: Date; by: string } | undefined> {
  const { rows } = await sql<{ at: Date; by: string }>`
    SELECT s.deleted_at AS at, u.name AS by FROM sales s JOIN users u ON u.id = s.deleted_by
    WHERE s.id = ${saleId} AND s.deleted_at IS NOT NULL`.execute(db);
  return rows[0];
}
