import type { CounterProduct, ListedProduct, Product } from '@balcao/contract/products/products.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { auditedRows } from '../audit/audited-rows.ts';
import {
  gridProductIds,
  hasIncomes,
  incomesByProduct,
  type ProductRow,
  productRows,
  productsAlike,
  productsByStatus,
  productsWithCodes,
  productsWithIds,
} from './products.repository.ts';

export const products = auditedRows({
  noun: 'product',
  rows: productRows,
  shown: productOf,
  stored: ({ code, name, price, active, pinned, income }) => ({
    code: tidyText(code),
    name: tidyText(name),
    price_cents: centsFromReais(price),
    active,
    pinned,
    income,
  }),
  taken: { index: 'products_code', code: 'code_taken', field: 'code' },
});

export async function listActiveProducts(db: Db): Promise<CounterProduct[]> {
  return (await productsByStatus(db, true)).map(productOf);
}

export async function listInactiveProducts(db: Db): Promise<Pick<Product, 'code' | 'name'>[]> {
  return (await productsByStatus(db, false)).map(({ code, name }) => ({ code, name }));
}

/** Whether any product belongs to the college or the school. */
export const anyIncome = (db: Db) => hasIncomes(db);

/** Whose income products are today, without those of both institutions. */
export const incomesOfProducts = (db: Db) => incomesByProduct(db);

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

/** By a code that a spreadsheet may have taken the zeros of, the product that it may be. */
export async function findAlike(
  db: Db,
  codes: readonly string[],
): Promise<ReadonlyMap<string, { code: string; name: string }>> {
  return new Map((await productsAlike(db, codes)).map(({ given, ...product }) => [given, product]));
}

/** The deleted ones too. */
export async function findByIds(
  db: Db,
  ids: readonly number[],
): Promise<(Product & { deleted: boolean })[]> {
  const found = await productsWithIds(db, ids);
  return found.map((row) => ({ ...productOf(row), deleted: row.deleted }));
}

/** Ids of the products on the counter's grid, in order. */
export function readProductGrid(db: Db): Promise<number[]> {
  return gridProductIds(db, businessDayOf(new Date()));
}

export function productOf({ price_cents, ...product }: ProductRow): Product {
  const { id, code, name, active, pinned, income } = product;
  return { id, code, name, price: reaisFromCents(price_cents), active, pinned, income };
}

/** A product with nothing of ours set has only the fields of the specification. */
export const listedProduct = ({ pinned, income, ...product }: Product): ListedProduct => ({
  ...product,
  ...(pinned && { pinned }),
  ...(income && { income }),
});
