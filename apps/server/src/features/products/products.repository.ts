import type { Cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { inPortugueseOrder, pageByName, type Slice } from '../../database/listing.ts';

export type ProductFields = { code: string; name: string; price_cents: Cents; active: boolean };
export type ProductRow = ProductFields & { id: number };

const columns = ['id', 'code', 'name', 'price_cents', 'active'] as const;

export function productsByStatus(db: Db, active: boolean): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .select(columns)
    .where('deleted_at', 'is', null)
    .where('active', '=', active)
    .orderBy(inPortugueseOrder('name'))
    .orderBy('id')
    .execute();
}

export function productsPage(db: Db, search: string | undefined, slice: Slice) {
  return pageByName<ProductRow>(db, { table: 'products', columns }, search, slice);
}

export function lockProduct(tx: Tx, id: number): Promise<ProductRow | undefined> {
  return tx
    .selectFrom('products')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

export function insertProduct(tx: Tx, fields: ProductFields): Promise<ProductRow> {
  return tx.insertInto('products').values(fields).returning(columns).executeTakeFirstOrThrow();
}

export function updateProduct(tx: Tx, id: number, fields: ProductFields): Promise<ProductRow> {
  return tx
    .updateTable('products')
    .set(fields)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function markProductDeleted(tx: Tx, id: number, by: number): Promise<void> {
  await tx
    .updateTable('products')
    .set({ deleted_at: sql`now()`, deleted_by: by })
    .where('id', '=', id)
    .execute();
}
