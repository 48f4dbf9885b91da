import type { Product } from '@balcao/contract/products.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction, violates } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  insertProduct,
  lockProduct,
  markProductDeleted,
  type ProductFields,
  type ProductRow,
  productsByStatus,
  productsPage,
  updateProduct,
} from './products.repository.ts';

type NewProduct = Omit<Product, 'id'>;

export async function listActiveProducts(db: Db): Promise<Product[]> {
  return (await productsByStatus(db, true)).map(productOf);
}

export async function listInactiveProducts(db: Db): Promise<Pick<Product, 'code' | 'name'>[]> {
  return (await productsByStatus(db, false)).map(({ code, name }) => ({ code, name }));
}

export async function listProducts(
  db: Db,
  query: { search?: string; page?: string; page_size?: string },
) {
  const slice = sliceOf(query);
  const { rows, count } = await productsPage(db, query.search, slice);
  return pageOf(rows.map(productOf), count, slice);
}

/** Throws code_taken. */
export async function createProduct(
  db: Db,
  actor: SignedIn,
  product: NewProduct,
): Promise<Product> {
  return whileCodeIsFree(() =>
    inTransaction(db, async (tx) => {
      const row = await insertProduct(tx, fieldsOf(product));
      await recordAudit(tx, {
        actor,
        action: 'product.created',
        subjectId: row.id,
        after: productOf(row),
      });
      return productOf(row);
    }),
  );
}

/** Throws not_found and code_taken. */
export async function editProduct(
  db: Db,
  actor: SignedIn,
  id: number,
  product: NewProduct,
): Promise<Product> {
  return whileCodeIsFree(() =>
    inTransaction(db, async (tx) => {
      const before = await lockProduct(tx, id);
      if (!before) throw new Refusal('not_found');
      const after = await updateProduct(tx, id, fieldsOf(product));
      await recordAudit(tx, {
        actor,
        action: 'product.edited',
        subjectId: id,
        before: productOf(before),
        after: productOf(after),
      });
      return productOf(after);
    }),
  );
}

/** Throws not_found. Old sales keep their copies of the product. */
export async function deleteProduct(db: Db, actor: SignedIn, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockProduct(tx, id);
    if (!before) throw new Refusal('not_found');
    await markProductDeleted(tx, id, actor.id);
    await recordAudit(tx, {
      actor,
      action: 'product.deleted',
      subjectId: id,
      before: productOf(before),
    });
  });
}

async function whileCodeIsFree<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'products_code')) throw new Refusal('code_taken', { field: 'code' });
    throw error;
  }
}

function productOf({ id, code, name, price_cents, active }: ProductRow): Product {
  return { id, code, name, price: reaisFromCents(price_cents), active };
}

function fieldsOf({ code, name, price, active }: NewProduct): ProductFields {
  return { code: tidyText(code), name: tidyText(name), price_cents: centsFromReais(price), active };
}
