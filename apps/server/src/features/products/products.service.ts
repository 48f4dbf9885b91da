import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  CounterProduct,
  Product,
  productEndpoints,
} from '@balcao/contract/products/products.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { withRetries } from '../../database/unavailable.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudits } from '../audit/audit.service.ts';
import { auditedRows } from '../audit/audited-rows.ts';
import { lockPrices, pickedProducts } from './price-changes.repository.ts';
import {
  gridProductIds,
  type ProductRow,
  productRows,
  productsByStatus,
  productsWithCodes,
  productsWithIds,
  setPinned,
} from './products.repository.ts';

export const products = auditedRows({
  noun: 'product',
  rows: productRows,
  shown: productOf,
  stored: ({ code, name, price, active, pinned }) => ({
    code: tidyText(code),
    name: tidyText(name),
    price_cents: centsFromReais(price),
    active,
    pinned,
  }),
  taken: { index: 'products_code', code: 'code_taken', field: 'code' },
});

export async function listActiveProducts(db: Db): Promise<CounterProduct[]> {
  return (await productsByStatus(db, true)).map(productOf);
}

export async function listInactiveProducts(db: Db): Promise<Pick<Product, 'code' | 'name'>[]> {
  return (await productsByStatus(db, false)).map(({ code, name }) => ({ code, name }));
}

/** For each code its key, equal for equal codes, and the product that has it. `lock` needs a transaction. */
export async function findByCodes(
  db: Db,
  codes: readonly string[],
  lock: boolean,
): Promise<{ key: string; product: Product | undefined }[]> {
  const found = await productsWithCodes(db, codes, lock);
  return found.map(({ key, product }) => ({
    key,
    product: product ? productOf(product) : undefined,
  }));
}

/** The deleted ones too. */
export async function findByIds(db: Db, ids: readonly number[]): Promise<Product[]> {
  return (await productsWithIds(db, ids)).map(productOf);
}

/** Ids of the products on the counter's grid, in order. */
export function readProductGrid(db: Db): Promise<number[]> {
  return gridProductIds(db, businessDayOf(new Date()));
}

export function productOf({ id, code, name, price_cents, active, pinned }: ProductRow): Product {
  return { id, code, name, price: reaisFromCents(price_cents), active, pinned };
}

/**
 * Fixes products on the counter's grid or takes them from it, with an audit event for each that changes.
 * Returns how many are so now. Safe to repeat.
 */
export function pinProducts(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  { products, pinned }: BodyOf<typeof productEndpoints.pinProducts>,
): Promise<{ products: number }> {
  const pin = () =>
    inTransaction(db, async (tx) => {
      const ids = (await pickedProducts(tx, products)).map(({ id }) => id);
      await lockPrices(tx, ids);
      const changed = (await setPinned(tx, ids, pinned)).map(productOf);
      const events = changed.map((after) => {
        return { subjectId: after.id, before: { ...after, pinned: !pinned }, after };
      });
      await recordAudits(tx, actor, 'product.edited', events);
      return { products: ids.length };
    });
  return withRetries(pin);
}
