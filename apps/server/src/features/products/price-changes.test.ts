import { randomUUID } from 'node:crypto';
import type { PickedProducts, PriceRule } from '@balcao/contract/products/picked-products.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aProduct, aUser } from '../../testing/builders.ts';
import { anAccess, aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { recordAudit } from '../audit/audit.service.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const boss = await aUser(db, { admin: true });
const token = await anAccess(db, boss.id);

type Product = Awaited<ReturnType<typeof aProduct>>;

/** To the ,90 above. */
const SEVEN: PriceRule = { percent: 7, ending: 90, rounding: 'up' };

const idsOf = (...products: Product[]): PickedProducts => ({ ids: products.map(({ id }) => id) });

async function preview(products: PickedProducts, rule = SEVEN) {
  const { body } = await shop.call('previewPrices', { token, body: { products, rule } });
  return { ...body, wanted: { products, rule, seen: body.seen } };
}

type Wanted = Awaited<ReturnType<typeof preview>>['wanted'];

const change = (body: Wanted, key: string = randomUUID()) =>
  shop.call('changePrices', { token, body, headers: { 'idempotency-key': key } });

const undo = (id: number) => shop.call('undoProductChange', { token, id });

const history = async ({ id }: Product) =>
  (await shop.call('readPriceHistory', { token, id })).body;

async function edit({ id, code, name }: Product, price: number) {
  const body = { code, name, price, active: true };
  await shop.call('editProduct', { token, id, body });
}

async function pricesOf(...products: Product[]) {
  const rows = await db
    .selectFrom('products')
    .select('price_cents')
    .where(
      'id',
      'in',
      products.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ price_cents }) => price_cents);
}

const aShirt = (price: number, name = 'Camiseta') => aProduct(db, { name, price: cents(price) });

test('a preview shows old and new prices and what stands in the way, and changes nothing', async () => {
  const products = [
    await aShirt(1_000, 'A'),
    await aShirt(90, 'B'),
    await aShirt(999_999_999, 'C'),
    await aShirt(0, 'D'),
  ];
  const gone = await aShirt(500);
  await shop.call('deleteProduct', { token, id: gone.id });
  const before = await tableSnapshot(db);
  const raised = await preview(idsOf(...products, gone));
  expect(raised.products).toMatchObject([
    { name: 'A', price: 10, new_price: 10.9, obstacle: null },
    { name: 'B', price: 0.9, new_price: 1.9 },
    { name: 'C', new_price: null, obstacle: 'too_high' },
    { name: 'D', price: 0, new_price: 0 },
  ]);
  const lowered = await preview(idsOf(...products), {
    percent: -60.5,
    ending: 0,
    rounding: 'nearest',
  });
  expect(lowered.products).toMatchObject([
    { new_price: 4 },
    { new_price: null, obstacle: 'free' },
    { new_price: 3_950_000 },
    { new_price: 0 },
  ]);
  expect(await tableSnapshot(db)).toEqual(before);
});

test('a change writes all prices with one event each; what can have no new price stays', async () => {
  const [pen, cap, jewel] = [await aShirt(1_000), await aShirt(1_090), await aShirt(999_999_999)];
  const { wanted } = await preview(idsOf(pen, cap, jewel));
  const before = await lastAuditId(db);
  const made = await change(wanted);
  expect(made).toMatchObject({
    status: 201,
    body: { by: boss.name, products: 2, rule: SEVEN, undone: null, can_undo: true },
  });
  expect(await pricesOf(pen, cap, jewel)).toEqual([1_090, 1_190, 999_999_999]);
  const product_change = made.body.id;
  expect(await auditAfter(db, before)).toMatchObject(
    [
      { product: pen, old: 10, price: 10.9 },
      { product: cap, old: 10.9, price: 11.9 },
    ].map(({ product, old, price }) => ({
      ...{ action: 'product.repriced', actor_id: boss.id, subject_id: product.id },
      before: { name: 'Camiseta', price: old },
      after: { name: 'Camiseta', price, product_change },
    })),
  );
  const [newest] = (await shop.call('listProductChanges', { token })).body;
  expect(newest).toEqual(made.body);
});

test('a search is all its products, but not those that are taken out', async () => {
  const [one, two] = [await aShirt(1_000, 'Agasalho p'), await aShirt(1_000, 'Agasalho m')];
  const out = await aShirt(1_000, 'Agasalho g');
  const { wanted, products } = await preview({ search: 'AGASALHO', except: [out.id] });
  expect(products.map(({ id }) => id)).toEqual([two.id, one.id]);
  expect((await change(wanted)).body.products).toBe(2);
  expect(await pricesOf(one, two, out)).toEqual([1_090, 1_090, 1_000]);
});

test.each<[string, (pen: Product, cap: Product) => Promise<unknown>]>([
  ['another price', (_pen, cap) => edit(cap, 20.01)],
  ['a new product of the search', (pen) => aShirt(1, pen.name)],
  ['a deleted product', ({ id }) => shop.call('deleteProduct', { token, id })],
])('%s since the preview refuses all of it', async (_what, meanwhile) => {
  const name = `Único ${randomUUID()}`;
  const [pen, cap] = [await aShirt(1_000, name), await aShirt(2_000, name)];
  const { wanted } = await preview({ search: name });
  await meanwhile(pen, cap);
  const before = await tableSnapshot(db);
  expect((await change(wanted)).problem).toMatchObject({ status: 409, code: 'prices_changed' });
  expect(await tableSnapshot(db)).toEqual(before);
});

test('a price that is being changed while the change waits refuses it', async () => {
  const [pen, cap] = [await aShirt(1_000), await aShirt(2_000)];
  const { wanted } = await preview(idsOf(pen, cap));
  const release = await hold(db, (tx) =>
    sql`UPDATE products SET price_cents = 2100 WHERE id = ${cap.id}`.execute(tx),
  );
  const changing = change(wanted);
  await untilBlocked(db);
  await release();
  expect((await changing).problem.code).toBe('prices_changed');
  expect(await pricesOf(pen, cap)).toEqual([1_000, 2_100]);
});

test('a change of no price is refused, and so is one that was not previewed', async () => {
  const pen = await aShirt(1_090);
  const { wanted } = await preview(idsOf(pen), { price: 10.9 });
  expect((await change(wanted)).problem).toMatchObject({ status: 422, code: 'same_prices' });
  const unseen = { ...wanted, rule: { price: 1 } };
  expect((await change(unseen)).problem.code).toBe('prices_changed');
});

test('undoing brings all prices back, once, and is in the audit', async () => {
  const [pen, cap] = [await aShirt(1_000), await aShirt(2_000)];
  const { body: made } = await change((await preview(idsOf(pen, cap))).wanted);
  const before = await lastAuditId(db);
  const [one, two] = await Promise.all([undo(made.id), undo(made.id)]);
  expect(one).toMatchObject({ status: 200, body: { restored: 2, kept: [] } });
  expect(two.body).toEqual(one.body);
  expect(await pricesOf(pen, cap)).toEqual([1_000, 2_000]);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'product.price_restored', before: { price: 10.9 }, after: { price: 10 } },
    { action: 'product.price_restored', before: { price: 21.9 }, after: { price: 20 } },
  ]);
  const [listed] = (await shop.call('listProductChanges', { token })).body;
  expect(listed).toMatchObject({
    id: made.id,
    can_undo: false,
    undone: { by: boss.name, products: 2 },
  });
});

test('undoing leaves and lists what has changed or was deleted since', async () => {
  const [pen, cap, old] = [await aShirt(1_000), await aShirt(2_000), await aShirt(3_000)];
  const { body: made } = await change((await preview(idsOf(pen, cap, old))).wanted);
  await edit(cap, 25);
  await shop.call('deleteProduct', { token, id: old.id });
  const { body } = await undo(made.id);
  const as = { active: true, pinned: false, income: null };
  expect(body).toEqual({
    restored: 1,
    kept: [
      { id: cap.id, code: cap.code, name: cap.name, price: 25, deleted: false, ...as },
      { id: old.id, code: old.code, name: old.name, price: 32.9, deleted: true, ...as },
    ],
  });
  expect(await pricesOf(pen, cap, old)).toEqual([1_000, 2_500, 3_290]);
  // The answer of a retry says the same, even once another price has changed.
  expect((await undo(made.id)).body).toEqual(body);
});

test('nothing is undone when all has changed since, or after a day', async () => {
  const pen = await aShirt(1_000);
  const { body: made } = await change((await preview(idsOf(pen))).wanted);
  await edit(pen, 12);
  const before = await tableSnapshot(db);
  expect((await undo(made.id)).problem).toMatchObject({ status: 409, code: 'nothing_to_undo' });
  expect(await tableSnapshot(db)).toEqual(before);
  await edit(pen, 10.9);
  const age = (interval: string) =>
    sql`UPDATE bulk_changes SET created_at = now() - ${interval}::interval
      WHERE id = ${made.id}`.execute(db);
  await age('24 hours 1 second');
  expect((await undo(made.id)).problem).toMatchObject({ status: 409, code: 'undo_ended' });
  await age('23 hours 59 minutes');
  expect((await undo(made.id)).body.restored).toBe(1);
});

test('undoing waits for a price that is being changed, and leaves it', async () => {
  const [pen, cap] = [await aShirt(1_000), await aShirt(2_000)];
  const { body: made } = await change((await preview(idsOf(pen, cap))).wanted);
  const release = await hold(db, (tx) =>
    sql`UPDATE products SET price_cents = 2500 WHERE id = ${cap.id}`.execute(tx),
  );
  const undoing = undo(made.id);
  await untilBlocked(db);
  await release();
  expect((await undoing).body).toMatchObject({ restored: 1, kept: [{ id: cap.id, price: 25 }] });
  expect(await pricesOf(pen, cap)).toEqual([1_000, 2_500]);
});

test('changes are undone one after the other, the last one first', async () => {
  const pen = await aShirt(1_000);
  const { body: first } = await change((await preview(idsOf(pen))).wanted);
  const { body: second } = await change((await preview(idsOf(pen))).wanted);
  expect((await undo(first.id)).problem.code).toBe('nothing_to_undo');
  expect((await undo(second.id)).body.restored).toBe(1);
  expect((await undo(first.id)).body.restored).toBe(1);
  expect(await pricesOf(pen)).toEqual([1_000]);
});

test('a price has its history: made, by form, in bulk, undone, from a file; other edits are no part of it', async () => {
  const body = { code: randomUUID().slice(0, 8), name: 'Caneta', price: 10, active: true };
  const { body: made } = await shop.call('createProduct', { token, body });
  const pen = { id: made.id, code: made.code, name: made.name, unitPrice: cents(1_000) };
  await edit(pen, 10.5);
  await edit({ ...pen, name: 'Caneta azul' }, 10.5);
  const { body: bulk } = await change((await preview(idsOf(pen))).wanted);
  await undo(bulk.id);
  const before = { price: 10.5 };
  const after = { price: 11, imported: true };
  await recordAudit(db, boss, 'product.edited', { subjectId: pen.id, before, after });
  const by = boss.name;
  const at = expect.stringMatching(/^2\d{3}-.*Z$/);
  expect(await history(pen)).toEqual([
    { at, by, from: 10.5, to: 11, how: 'import' },
    { at, by, from: 11.9, to: 10.5, how: 'undone' },
    { at, by, from: 10.5, to: 11.9, how: 'bulk' },
    { at, by, from: 10, to: 10.5, how: 'form' },
    { at, by, from: null, to: 10, how: 'created' },
  ]);
  expect(await history(await aShirt(1))).toEqual([]);
});

test('five thousand prices change and come back in one go', async () => {
  const shop = await openTestShop();
  const { db } = shop.owner;
  const { token } = await aVisitor(shop, { admin: true });
  await sql`
    INSERT INTO products (code, name, price_cents, active)
    SELECT 'L' || n, 'Produto ' || n, 1000 + n, true FROM generate_series(1, 5000) AS n`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`SELECT id FROM products`.execute(db);
  const wanted = { products: { ids: rows.map(({ id }) => id) }, rule: SEVEN };
  const { body: seen } = await shop.call('previewPrices', { token, body: wanted });
  expect(seen.products).toHaveLength(5_000);
  const body = { ...wanted, products: { search: '' }, seen: seen.seen };
  const headers = { 'idempotency-key': randomUUID() };
  const { body: made } = await shop.call('changePrices', { token, body, headers });
  expect(made.products).toBe(5_000);
  const wrong = sql<{ count: number }>`
    SELECT count(*) FROM products WHERE price_cents % 100 <> 90`;
  expect((await wrong.execute(db)).rows).toEqual([{ count: 0 }]);
  const undone = await shop.call('undoProductChange', { token, id: made.id });
  expect(undone.body).toEqual({ restored: 5_000, kept: [] });
  const { rows: left } = await sql<{ count: number }>`
    SELECT count(*) FROM products WHERE price_cents <> 1000 + substr(code, 2)::integer`.execute(db);
  expect(left).toEqual([{ count: 0 }]);
  const events = await auditAfter(db);
  expect(events.filter(({ action }) => action === 'product.repriced')).toHaveLength(5_000);
});
