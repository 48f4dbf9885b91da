import { randomUUID } from 'node:crypto';
import type { NewSale } from '@balcao/contract/sales.ts';
import { cents, MAX_CENTS, reaisFromCents } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aUser,
  type GivenItem,
} from '../../testing/builders.ts';
import { type Counter, openTestCounter, tokenOf } from '../../testing/counter.ts';
import { type ExpectedRefusal, expectRefusal } from '../../testing/expect-refusal.ts';

/** Sales that are understood and must not be made: nothing is written, and the answer says why. */

let counter: Counter;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
});

const refused = (body: NewSale, refusal: ExpectedRefusal, headers = {}) =>
  expectRefusal(counter.shop.owner.db, () => counter.post(JSON.stringify(body), headers), refusal);

/** Of who may give discounts. */
async function refusedToAdministrator(body: NewSale, refusal: ExpectedRefusal) {
  const { shop } = counter;
  const { login } = await aUser(shop.owner.db, { admin: true });
  const authorization = `Bearer ${await tokenOf(shop, login)}`;
  await refused(body, refusal, { authorization });
}

/** The counter's sale with one line of it changed. */
function withItem(change: Partial<NewSale['products'][number]>, index = 0): NewSale {
  const { payload } = counter;
  const products = payload.products.map((item, at) =>
    at === index ? { ...item, ...change } : item,
  );
  return { ...payload, products };
}

const markDeleted = () => ({ deleted_at: new Date(), deleted_by: counter.vera.id });

test('a product that does not exist', () =>
  refused(withItem({ product: 2_147_483_647 }, 1), {
    code: 'unknown_product',
    field: 'body/products/1/product',
  }));

test.each(['inactive', 'deleted'])('a product that is %s', async (how) => {
  const { db } = counter.shop.owner;
  const product = await aProduct(db, { active: how !== 'inactive' });
  if (how === 'deleted') {
    await db.updateTable('products').set(markDeleted()).where('id', '=', product.id).execute();
  }
  const { client, cash } = counter;
  const payments = [{ method: cash, amount: product.unitPrice }];
  await refused(aSalePayload({ client, items: [{ product }], payments }), {
    code: 'unknown_product',
    field: 'body/products/0/product',
  });
});

test('a client or a student that does not exist', async () => {
  const { payload } = counter;
  await refused({ ...payload, client: 999_999 }, { code: 'unknown_client', field: 'body/client' });
  await refused(
    { ...payload, student: 999_999 },
    { code: 'unknown_student', field: 'body/student' },
  );
});

test.each([
  'Cheque',
  'DINHEIRO',
  'Din heiro',
  'Dinheir_',
  '%',
  '2',
  '\ud800',
  '__proto__',
  'Dinheiro\u0301',
])('a payment method that is not one: %j', async (name) => {
  await refused(
    { ...counter.payload, payment_desc2: name },
    { code: 'unknown_payment_method', field: 'body/payment_desc2' },
  );
});

test('a payment method that was deleted', async () => {
  const { db } = counter.shop.owner;
  const method = await aPaymentMethod(db, { name: 'Cheque pré-datado' });
  await db.updateTable('payment_methods').set(markDeleted()).where('id', '=', method.id).execute();
  await refused(
    { ...counter.payload, payment_desc1: method.name },
    { code: 'unknown_payment_method', field: 'body/payment_desc1' },
  );
});

test('another’s sale', async () => {
  const other = await aUser(counter.shop.owner.db);
  for (const seller of [other.id, 999_999]) {
    await refused(
      { ...counter.payload, seller },
      { code: 'seller_mismatch', field: 'body/seller' },
    );
  }
});

// Each figure of the sale, as it is right. A centavo more or less has to be told from it.
const FIGURES = [
  ['subtotal', 57.4],
  ['total', 57.4],
  ['total_general', 57.4],
  ['valor_pago', 80],
  ['troco', 22.6],
] as const;
const ITEM_FIGURES = [
  ['subtotal', 7.5],
  ['desc_value', 0],
  ['total', 7.5],
] as const;
const wrong = (right: number) =>
  [right + 0.01, right - 0.01, right + 1, 0, 9_999_999.99]
    .map((value) => Math.round(value * 100) / 100)
    .filter((value) => value >= 0 && value !== right);

test.each(FIGURES)('a sale whose %s differs', async (field, right) => {
  for (const value of wrong(right)) {
    const { detail } = await refused(
      { ...counter.payload, [field]: value },
      { code: 'figures_differ', field: `body/${field}`, expected: right },
    );
    expect(detail).toContain(`body/${field}`);
  }
});

test.each(ITEM_FIGURES)('an item whose %s differs', async (field, right) => {
  for (const value of wrong(right)) {
    await refused(withItem({ [field]: value }), {
      code: 'figures_differ',
      field: `body/products/0/${field}`,
      expected: right,
    });
  }
});

test('a discount that the figures do not know of', async () => {
  await refusedToAdministrator(withItem({ desc_percent: 10 }), {
    code: 'figures_differ',
    field: 'body/products/0/desc_value',
    expected: 0.75,
  });
  await refusedToAdministrator(
    { ...counter.payload, desc_general: 0.01 },
    { code: 'figures_differ', field: 'body/total_general', expected: 57.39 },
  );
});

test('a discount rounded down where half a centavo goes up', async () => {
  const product = await aProduct(counter.shop.owner.db, { price: cents(101) });
  const item = { product: product.id, quantity: 1, subtotal: 1.01, desc_percent: 50 };
  const { payload } = counter;
  await refusedToAdministrator(
    { ...payload, products: [{ ...item, desc_value: 0.5, total: 0.51 }] },
    { code: 'figures_differ', field: 'body/products/0/desc_value', expected: 0.51 },
  );
});

test('a price that has changed since the counter read it', async () => {
  const { client, cash, shop } = counter;
  const product = await aProduct(shop.owner.db, { price: cents(1_000) });
  const payments = [{ method: cash, amount: cents(2_000) }];
  const payload = aSalePayload({ client, items: [{ product, quantity: 2 }], payments });
  await shop.owner.db
    .updateTable('products')
    .set({ price_cents: cents(1_001) })
    .where('id', '=', product.id)
    .execute();
  await refused(payload, {
    code: 'figures_differ',
    field: 'body/products/0/subtotal',
    expected: 20.02,
  });
});

test('a quantity that the figures do not know of', () =>
  refused(withItem({ quantity: 2 }), {
    code: 'figures_differ',
    field: 'body/products/0/subtotal',
    expected: 5,
  }));

test('a sale that is not paid in full', async () => {
  const { client, cash, shirt } = counter;
  const items = [{ product: shirt }];
  const refusal = { code: 'not_paid', field: 'body/valor_pago', expected: 49.9 } as const;
  const short = [{ method: cash, amount: cents(4_989) }];
  await refused(aSalePayload({ client, items, payments: short }), refusal);
  await refused(aSalePayload({ client, items, payments: [] }), refusal);
});

test('a sale of nothing that is paid with nothing', async () => {
  const { client, shop } = counter;
  const product = await aProduct(shop.owner.db, { price: cents(0) });
  const free = aSalePayload({ client, items: [{ product }], payments: [] });
  const refusal = { code: 'not_paid', field: 'body/payment_method1' } as const;
  await refused(free, refusal);
  await refused({ ...free, payment_method1: 0, payment_desc1: 'Dinheiro' }, refusal);
});

test('a discount that a seller gives, on an item or on the sale', async () => {
  const { client, cash, shirt, pen, shop, token } = counter;
  const payments = [{ method: cash, amount: cents(6_000) }];
  const discountPercent = percentHundredths(0.01);
  const items: GivenItem[] = [{ product: pen }, { product: shirt, discountPercent }];
  const sale = aSalePayload({ client, items, payments });
  const code = 'discount_not_allowed';
  await refused(sale, { code, field: 'body/products/1/desc_percent' });
  const whole = { ...counter.payload, desc_general: 0.01, total_general: 57.39, troco: 22.61 };
  await refused(whole, { code, field: 'body/desc_general' });

  // What was sold while the seller was an administrator is still answered.
  const key = { 'idempotency-key': randomUUID() };
  const soon = { timeout: 10_000, interval: 50 };
  const setAdmin = (admin: boolean) =>
    shop.owner.db.updateTable('users').set({ admin }).where('login', '=', 'vera').execute();
  await setAdmin(true);
  await expect
    .poll(async () => (await counter.post(JSON.stringify(sale), key)).status, soon)
    .toBe(201);
  await setAdmin(false);
  await expect.poll(async () => (await shop.call('listUsers', { token })).status, soon).toBe(403);
  expect((await counter.post(JSON.stringify(sale), key)).status).toBe(201);
  await refused(sale, { code });
});

test('a payment without a method', async () => {
  for (const nothing of [null, '', undefined]) {
    await refused(
      { ...counter.payload, payment_desc2: nothing as null },
      { code: 'payment_without_method', field: 'body/payment_desc2' },
    );
  }
});

test('a discount that is larger than the sale', async () => {
  const { payload } = counter;
  const refusal = { code: 'discount_too_large', field: 'body/desc_general' } as const;
  await refusedToAdministrator({ ...payload, desc_general: 57.41, total_general: 0 }, refusal);
  await refusedToAdministrator(
    { ...payload, desc_general: 9_999_999.99, total_general: 0 },
    refusal,
  );
});

test('a sale, an item or a payment past R$ 9.999.999,99', async () => {
  const { client, cash, pix, payload } = counter;
  const product = await aProduct(counter.shop.owner.db, { price: MAX_CENTS });
  const claimed = (given: NewSale): NewSale => ({
    ...given,
    ...{ subtotal: 9_999_999.99, total: 9_999_999.99, total_general: 9_999_999.99 },
    ...{ valor_pago: 9_999_999.99, troco: 0 },
  });
  const payments = [{ method: cash, amount: MAX_CENTS }];
  const items: GivenItem[] = [{ product }, { product }];
  await refused(claimed(aSalePayload({ client, items, payments })), { code: 'amount_too_large' });

  const twice = aSalePayload({ client, items: [{ product, quantity: 2 }], payments });
  const [item] = twice.products;
  const max = reaisFromCents(MAX_CENTS);
  await refused(
    claimed({ ...twice, products: item ? [{ ...item, subtotal: max, total: max }] : [] }),
    { code: 'amount_too_large', field: 'body/products/0/subtotal' },
  );

  await refused(
    {
      ...payload,
      payment_method1: 9_999_999.99,
      payment_desc1: pix.name,
      valor_pago: 9_999_999.99,
    },
    { code: 'amount_too_large' },
  );
});

test('no token, or one that is nobody’s', async () => {
  const { shop, payload } = counter;
  for (const authorization of ['', 'Bearer', 'Bearer x', `Basic ${btoa('vera:senha-do-teste')}`]) {
    await expectRefusal(
      shop.owner.db,
      () => counter.post(JSON.stringify(payload), { authorization }),
      { code: 'not_signed_in' },
    );
  }
});
