import type { PageQuery } from '@balcao/contract/page.ts';
import type { Product } from '@balcao/contract/products.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import type { SignedIn } from '../../request/serve.ts';
import { auditedRows } from '../audit/audited-rows.ts';
import { type ProductRow, productRows, productsByStatus } from './products.repository.ts';

type NewProduct = Omit<Product, 'id'>;

const products = auditedRows({
  noun: 'product',
  rows: productRows,
  shown: productOf,
  taken: { index: 'products_code', code: 'code_taken', field: 'code' },
});

export async function listActiveProducts(db: Db): Promise<Product[]> {
  return (await productsByStatus(db, true)).map(productOf);
}

export async function listInactiveProducts(db: Db): Promise<Pick<Product, 'code' | 'name'>[]> {
  return (await productsByStatus(db, false)).map(({ code, name }) => ({ code, name }));
}

export async function listProducts(db: Db, query: PageQuery) {
  const slice = sliceOf(query);
  const { rows, count } = await productRows.page(db, query.search, slice);
  return pageOf(rows.map(productOf), count, slice);
}

/** Throws code_taken. */
export function createProduct(db: Db, actor: SignedIn, product: NewProduct): Promise<Product> {
  return products.create(db, actor, fieldsOf(product));
}

/** Throws not_found and code_taken. */
export function editProduct(
  db: Db,
  actor: SignedIn,
  id: number,
  product: NewProduct,
): Promise<Product> {
  return products.edit(db, actor, id, fieldsOf(product));
}

/** Throws not_found. */
export const deleteProduct = products.remove;

function productOf({ id, code, name, price_cents, active }: ProductRow): Product {
  return { id, code, name, price: reaisFromCents(price_cents), active };
}

function fieldsOf({ code, name, price, active }: NewProduct): Omit<ProductRow, 'id'> {
  return { code: tidyText(code), name: tidyText(name), price_cents: centsFromReais(price), active };
}
