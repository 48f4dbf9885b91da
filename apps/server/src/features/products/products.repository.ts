import type { Cents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { inPortugueseOrder } from '../../database/listing.ts';
import { rowsWithSoftDeletion } from '../../database/soft-deletion.ts';

export type ProductRow = {
  id: number;
  code: string;
  name: string;
  price_cents: Cents;
  active: boolean;
};

const columns = ['code', 'name', 'price_cents', 'active'] as const;

export const productRows = rowsWithSoftDeletion<ProductRow>('products', columns);

export function productsByStatus(db: Db, active: boolean): Promise<ProductRow[]> {
  return db
    .selectFrom('products')
    .select(['id', ...columns])
    .where('deleted_at', 'is', null)
    .where('active', '=', active)
    .orderBy(inPortugueseOrder('name'))
    .orderBy('id')
    .execute();
}
