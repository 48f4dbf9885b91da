import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

/** Names are compared as at the counter, without case and accents. */
export async function hasPaymentMethod(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payment_methods WHERE search_text = fold_text(${name}) AND deleted_at IS NULL`.execute(
    db,
  );
  return rows.length > 0;
}
