import { randomUUID } from 'node:crypto';
import type { PickedProducts } from '@balcao/contract/products/picked-products.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { aClient, aPaymentMethod, aProduct, aSale, aUser } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const admin = await aVisitor(shop, { admin: true });
const seller = await aVisitor(shop);

const DAY_MS = 86_400_000;

type Product = Awaited<ReturnType<typeof aProduct>>;

async function sell(product: Product, quantity: number, daysAgo = 1) {
  const amount = cents(product.unitPrice * quantity);
  return aSale(pool, {
    seller: await aUser(db),
    client: await aClient(db),
    items: [{ product, quantity }],
    payments: [{ method: await aPaymentMethod(db), amount }],
    createdAt: new Date(Date.now() - daysAgo * DAY_MS),
  });
}

async function edit(product: Product, change: { active?: boolean } = {}) {
  const body = { code: product.code, name: product.name, price: 1, active: true, ...change };
  return (await shop.call('editProduct', { token: admin.token, id: product.id, body })).body;
}

const pin = (products: PickedProducts, pinned = true) =>
  shop.call('changeProducts', {
    token: admin.token,
    body: { products, fields: { pinned } },
    headers: { 'idempotency-key': randomUUID() },
  });

const idsOf = (...products: Product[]) => ({ ids: products.map(({ id }) => id) });

async function expectGrid(...products: Product[]) {
  const { body } = await shop.call('readProductGrid', { token: seller.token });
  expect(body).toEqual(products.map(({ id }) => id));
}

test('the grid has the pinned by name, then what was sold most in 30 days before today', async () => {
  const product = (name: string) => aProduct(db, { name });
  const [zebra, water, few] = [await product('Zebra'), await product('Água'), await product('m')];
  const [many, today, old] = [await product('a'), await product('b'), await product('c')];
  const [inactive, undone] = [await product('d'), await product('e')];
  await expectGrid();

  await sell(few, 3, 30);
  await sell(many, 2);
  await sell(many, 2, 29);
  await sell(today, 9, 0);
  await sell(old, 9, 31);
  await sell(inactive, 9);
  const { id } = await sell(undone, 9);
  await shop.call('deleteSale', { token: admin.token, id });
  await edit(inactive, { active: false });
  await pin(idsOf(inactive));
  await expectGrid(many, few);

  await pin(idsOf(zebra, water, few));
  await expectGrid(water, few, zebra, many);
  for (const _ of Array(30)) await sell(await aProduct(db), 1);
  const { body } = await shop.call('readProductGrid', { token: seller.token });
  expect(body).toHaveLength(24);
});

test('the calls of the specification, which know no pin, leave it as it is', async () => {
  const body = { code: 'sem-fixar', name: 'Sem fixar', price: 1, active: true };
  const created = await shop.call('createProduct', { token: admin.token, body });
  expect(created.status).toBe(201);
  expect(created.body).not.toHaveProperty('pinned');
  const product = await aProduct(db, { pinned: true });
  expect(await edit(product)).toMatchObject({ id: product.id, pinned: true });
});

test('products of a search are pinned together, and some of them taken from the grid', async () => {
  const [small, large] = [
    await aProduct(db, { name: 'Boné p' }),
    await aProduct(db, { name: 'Boné g' }),
  ];
  await pin({ search: 'BONE' });
  await pin({ search: 'BONE', except: [large.id] }, false);
  const { body } = await shop.call('listProducts', {
    token: admin.token,
    query: { search: 'boné' },
  });
  expect(body.results.map(({ id, pinned }) => [id, pinned])).toEqual([
    [large.id, true],
    [small.id, undefined],
  ]);
});
