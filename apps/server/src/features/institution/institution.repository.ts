import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { rowOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';

export type Logo = Tables['logos'];

/** Does nothing if there is this picture already. */
export async function insertLogo(tx: Tx, logo: Logo): Promise<void> {
  await tx
    .insertInto('logos')
    .values(logo)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function findLogo(db: Db, hash: string): Promise<Logo | undefined> {
  return db.selectFrom('logos').selectAll().where('hash', '=', hash).executeTakeFirst();
}

/** Without the picture, which can be large. */
export async function findLogoSize(db: Db, hash: string) {
  return rowOf<{ type: string; bytes: number }>(db)`
    SELECT type, length(content) AS bytes FROM logos WHERE hash = ${hash}`;
}

/** Names are compared as at the counter, without case and accents. */
export async function hasPaymentMethod(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM payment_methods WHERE search_text = fold_text(${name}) AND deleted_at IS NULL`.execute(
    db,
  );
  return rows.length > 0;
}
