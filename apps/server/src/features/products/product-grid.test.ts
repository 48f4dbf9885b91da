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

async function edit(product: Product, change: { pinned?: boolean; active?: boolean }) {
  const body = { code: product.code, name: product.name, price: 1, active: true, ...change };
  const params = { id: String(product.id) };
  return (await shop.call('editProduct', { token: admin.token, params, body })).body;
}

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
  await shop.call('deleteSale', { token: admin.token, params: { id: String(id) } });
  await edit(inactive, { active: false, pinned: true });
  await expectGrid(many, few);

  for (const pinned of [zebra, water, few]) await edit(pinned, { pinned: true });
  await expectGrid(water, few, zebra, many);
  for (const _ of Array(30)) await sell(await aProduct(db), 1);
  const { body } = await shop.call('readProductGrid', { token: seller.token });
  expect(body).toHaveLength(24);
});

test('the calls of the specification, which know no pin, leave it as it is', async () => {
  const body = { code: 'sem-fixar', name: 'Sem fixar', price: 1, active: true };
  const created = await shop.call('createProduct', { token: admin.token, body });
  expect(created).toMatchObject({ status: 201, body: { pinned: false } });
  const product = await aProduct(db, { pinned: true });
  expect(await edit(product, {})).toMatchObject({ id: product.id, pinned: true });
  expect(await edit(product, { pinned: false })).toMatchObject({ pinned: false });
});
