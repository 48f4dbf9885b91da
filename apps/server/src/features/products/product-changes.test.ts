import { randomUUID } from 'node:crypto';
import type { ProductFields } from '@balcao/contract/products/product-changes.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aProduct, aUser } from '../../testing/builders.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const boss = await aUser(db, { admin: true });
const token = await anAccess(db, boss.id);

type Product = Awaited<ReturnType<typeof aProduct>>;

const set = (fields: ProductFields, products: readonly Product[], key: string = randomUUID()) =>
  shop.call('changeProducts', {
    token,
    body: { products: { ids: products.map(({ id }) => id) }, fields },
    headers: { 'idempotency-key': key },
  });
const undo = (id: number) => shop.call('undoProductChange', { token, id });

async function stateOf(...products: Product[]) {
  const { rows } = await sql<{ state: unknown }>`
    SELECT jsonb_build_object('active', active, 'pinned', pinned, 'income', income,
      'deleted', deleted_at IS NOT NULL, 'by', deleted_by) AS state
    FROM products WHERE id = ANY (${products.map(({ id }) => id)}::integer[]) ORDER BY id`.execute(
    db,
  );
  return rows.map(({ state }) => state);
}

const AS_MADE = { active: true, pinned: false, income: null, deleted: false, by: null };

test.each<[ProductFields, object, string]>([
  [{ active: false }, { active: false }, 'product.edited'],
  [{ pinned: true }, { pinned: true }, 'product.edited'],
  [{ income: 'school' }, { income: 'school' }, 'product.edited'],
  [{ deleted: true }, { deleted: true, by: boss.id }, 'product.deleted'],
])(
  '%o is set on all that are marked, once, in the audit one by one, and taken back',
  async (fields, made, action) => {
    const products = [await aProduct(db), await aProduct(db)];
    const [pen, cap] = products as [Product, Product];
    const last = await lastAuditId(db);
    const key = randomUUID();
    const [first, again] = [await set(fields, products, key), await set(fields, products, key)];
    expect(first).toMatchObject({
      status: 201,
      body: { by: boss.name, fields, rule: null, products: 2, undone: null, can_undo: true },
    });
    expect(again.body).toEqual(first.body);
    expect(await stateOf(pen, cap)).toEqual([
      { ...AS_MADE, ...made },
      { ...AS_MADE, ...made },
    ]);
    const product_change = first.body.id;
    expect(await auditAfter(db, last)).toMatchObject(
      products.map(({ id, name }) => ({
        ...{ action, subject_id: id, actor_id: boss.id },
        before: { name },
        after: { ...(action === 'product.edited' && { name }), product_change },
      })),
    );
    const other = await set({ pinned: false }, products, key);
    expect(other.problem).toMatchObject({ status: 409, code: 'key_reused' });

    const beforeUndo = await lastAuditId(db);
    const [one, two] = await Promise.all([undo(first.body.id), undo(first.body.id)]);
    expect(one.body).toEqual({ restored: 2, kept: [] });
    expect(two.body).toEqual(one.body);
    expect(await stateOf(pen, cap)).toEqual([AS_MADE, AS_MADE]);
    expect(await auditAfter(db, beforeUndo)).toHaveLength(2);
    const [listed] = (await shop.call('listProductChanges', { token })).body;
    expect(listed).toMatchObject({
      fields,
      can_undo: false,
      undone: { by: boss.name, products: 2 },
    });
  },
);

test('what already is so does not change, and a change of nothing is refused whole', async () => {
  const [on, off] = [await aProduct(db), await aProduct(db, { active: false })];
  const { body } = await set({ active: false }, [on, off]);
  expect(body.products).toBe(1);
  const before = await tableSnapshot(db);
  const nothing = await set({ active: false }, [on, off]);
  expect(nothing.problem).toMatchObject({ status: 422, code: 'nothing_changes' });
  expect(await tableSnapshot(db)).toEqual(before);
  // Another one was off before: an undoing leaves it off.
  expect((await undo(body.id)).body.restored).toBe(1);
  expect(await stateOf(on, off)).toEqual([AS_MADE, { ...AS_MADE, active: false }]);
});

test('an undoing leaves and lists what changed since: switched again, deleted, or its code given to another', async () => {
  const [pen, cap, gone] = [await aProduct(db), await aProduct(db), await aProduct(db)];
  const { body: off } = await set({ active: false }, [pen, cap, gone]);
  const { code, name } = cap;
  await shop.call('editProduct', {
    token,
    id: cap.id,
    body: { code, name, price: 1, active: true },
  });
  await shop.call('deleteProduct', { token, id: gone.id });
  expect((await undo(off.id)).body).toMatchObject({
    restored: 1,
    kept: [
      { id: cap.id, active: true, deleted: false },
      { id: gone.id, active: false, deleted: true },
    ],
  });
  expect(await stateOf(pen, cap)).toEqual([AS_MADE, AS_MADE]);

  const { body: deletion } = await set({ deleted: true }, [pen, cap]);
  await aProduct(db, { code: cap.code.toUpperCase() });
  const { body } = await undo(deletion.id);
  expect(body).toMatchObject({ restored: 1, kept: [{ id: cap.id, deleted: true }] });
  expect(await stateOf(pen, cap)).toMatchObject([{ deleted: false }, { deleted: true }]);
});

test('a code that somebody gives away while the undoing waits stays with the new product', async () => {
  const [pen, cap] = [await aProduct(db), await aProduct(db)];
  const { body: deletion } = await set({ deleted: true }, [pen, cap]);
  const release = await hold(db, (tx) =>
    sql`INSERT INTO products (code, name, price_cents, active) VALUES (${cap.code}, 'Novo', 1, true)`.execute(
      tx,
    ),
  );
  const undoing = undo(deletion.id);
  await untilBlocked(db);
  await release();
  expect((await undoing).body).toMatchObject({ restored: 1, kept: [{ id: cap.id }] });
});

test('so does a code that a list of material gets meanwhile', async () => {
  const [pen, cap] = [await aProduct(db), await aProduct(db)];
  const { body: deletion } = await set({ deleted: true }, [pen, cap]);
  const release = await hold(db, (tx) =>
    sql`INSERT INTO material_lists (code, name, active, product_ids, quantities)
      VALUES (${cap.code}, 'Lista', true, '{}', '{}')`.execute(tx),
  );
  const undoing = undo(deletion.id);
  await untilBlocked(db);
  await release();
  expect((await undoing).body).toMatchObject({ restored: 1, kept: [{ id: cap.id }] });
});

test('a product that is switched while the change waits is read again', async () => {
  const [pen, cap] = [await aProduct(db), await aProduct(db)];
  const release = await hold(db, (tx) =>
    sql`UPDATE products SET active = false WHERE id = ${cap.id}`.execute(tx),
  );
  const changing = set({ active: false }, [pen, cap]);
  await untilBlocked(db);
  await release();
  expect((await changing).body.products).toBe(1);
});

test('a product with nothing of ours set is listed with the fields of the specification alone', async () => {
  const product = await aProduct(db, { code: 'SÓ-ESTE' });
  const { id, code, name, unitPrice } = product;
  const specified = { id, code, name, price: reaisFromCents(unitPrice), active: true };
  const listed = async () =>
    (await shop.call('listProducts', { token, query: { search: code } })).body.results;
  expect(await listed()).toEqual([specified]);
  await set({ pinned: true }, [product]);
  await set({ income: 'school' }, [product]);
  expect(await listed()).toEqual([{ ...specified, pinned: true, income: 'school' }]);
});
