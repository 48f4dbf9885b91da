import { randomUUID } from 'node:crypto';
import type { NewSale } from '@balcao/contract/sales.ts';
import { type Cents, cents, MAX_CENTS, reaisFromCents } from '@balcao/domain/money.ts';
import { percentHundredths } from '@balcao/domain/sale-total.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aUser,
  type GivenItem,
} from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { type ExpectedRefusal, expectRefusal } from '../../testing/expect-refusal.ts';

/** Valid requests that must not become a sale. Nothing is written, and the response has the reason. */

const counter = await openTestCounter(afterAll);
let administrator: { authorization: string };

beforeAll(async () => {
  const { shop } = counter;
  const { login } = await aUser(shop.owner.db, { admin: true });
  administrator = { authorization: `Bearer ${await tokenOf(shop, login)}` };
});

const refused = (body: NewSale, refusal: ExpectedRefusal, headers = {}) =>
  expectRefusal(counter.shop.owner.db, () => counter.post(JSON.stringify(body), headers), refusal);

/** The counter's sale with one line of it changed. */
function withItem(change: Partial<NewSale['products'][number]>, index = 0): NewSale {
  const { payload } = counter;
  const products = payload.products.map((item, at) =>
    at === index ? { ...item, ...change } : item,
  );
  return { ...payload, products };
}
const withChange = (change: object): NewSale => ({ ...counter.payload, ...change });

const markDeleted = () => ({ deleted_at: new Date(), deleted_by: counter.vera.id });

/** Paid in cash. */
function aSaleOf(items: GivenItem[], amount: Cents): NewSale {
  const { client, cash } = counter;
  return aSalePayload({ client, items, payments: [{ method: cash, amount }] });
}

test.each<[string, () => NewSale, ExpectedRefusal]>([
  [
    'a product that does not exist',
    () => withItem({ product: 2_147_483_647 }, 1),
    { code: 'unknown_product', field: 'body/products/1/product' },
  ],
  [
    'a client that does not exist',
    () => withChange({ client: 999_999 }),
    { code: 'unknown_client', field: 'body/client' },
  ],
  [
    'a student that does not exist',
    () => withChange({ student: 999_999 }),
    { code: 'unknown_student', field: 'body/student' },
  ],
  [
    'a quantity that the figures do not know of',
    () => withItem({ quantity: 2 }),
    { code: 'figures_differ', field: 'body/products/0/subtotal', expected: 5 },
  ],
  [
    'a sale that is not paid in full',
    () => aSaleOf([{ product: counter.shirt }], cents(4_989)),
    { code: 'not_paid', field: 'body/valor_pago', expected: 49.9 },
  ],
  [
    'a sale without a payment',
    () => aSalePayload({ ...counter, items: [{ product: counter.shirt }], payments: [] }),
    { code: 'not_paid', field: 'body/valor_pago', expected: 49.9 },
  ],
])('it is refused: %s', async (_what, body, refusal) => {
  await refused(body(), refusal);
});

test.each(['inactive', 'deleted'])('a product that is %s', async (how) => {
  const { db } = counter.shop.owner;
  const product = await aProduct(db, { active: how !== 'inactive' });
  if (how === 'deleted') {
    await db.updateTable('products').set(markDeleted()).where('id', '=', product.id).execute();
  }
  await refused(aSaleOf([{ product }], product.unitPrice), {
    code: 'unknown_product',
    field: 'body/products/0/product',
  });
});

test('a payment method that is not one, or was deleted', async () => {
  const { db } = counter.shop.owner;
  const { id } = await aPaymentMethod(db, { name: 'Cheque pré-datado' });
  await db.updateTable('payment_methods').set(markDeleted()).where('id', '=', id).execute();
  const others = ['Cheque', 'DINHEIRO', 'Din heiro', 'Dinheir_', '%', '2', '\ud800', '__proto__'];
  for (const name of [...others, 'Dinheiro\u0301', 'Cheque pré-datado']) {
    const refusal = { code: 'unknown_payment_method', field: 'body/payment_desc2' } as const;
    await refused(withChange({ payment_desc2: name }), refusal);
  }
});

test('a payment without a method', async () => {
  const refusal = { code: 'payment_without_method', field: 'body/payment_desc2' } as const;
  for (const nothing of [null, '', undefined]) {
    await refused(withChange({ payment_desc2: nothing }), refusal);
  }
});

test('another’s sale', async () => {
  const other = await aUser(counter.shop.owner.db);
  for (const seller of [other.id, 999_999]) {
    await refused(withChange({ seller }), { code: 'seller_mismatch', field: 'body/seller' });
  }
});

/** The right figures of the sale. One centavo more or less is refused. */
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
    const { detail } = await refused(withChange({ [field]: value }), {
      code: 'figures_differ',
      field: `body/${field}`,
      expected: right,
    });
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

test('a discount that the figures do not know of, or one rounded down from half a centavo', async () => {
  const code = 'figures_differ';
  const inItem = { code, field: 'body/products/0/desc_value', expected: 0.75 } as const;
  await refused(withItem({ desc_percent: 10 }), inItem, administrator);
  const inAll = { code, field: 'body/total_general', expected: 57.39 } as const;
  await refused(withChange({ desc_general: 0.01 }), inAll, administrator);

  const product = await aProduct(counter.shop.owner.db, { price: cents(101) });
  const item = { product: product.id, quantity: 1, subtotal: 1.01, desc_percent: 50 };
  await refused(
    withChange({ products: [{ ...item, desc_value: 0.5, total: 0.51 }] }),
    { code, field: 'body/products/0/desc_value', expected: 0.51 },
    administrator,
  );
});

test('a price that has changed since the counter read it', async () => {
  const { db } = counter.shop.owner;
  const product = await aProduct(db, { price: cents(1_000) });
  const payload = aSaleOf([{ product, quantity: 2 }], cents(2_000));
  const price = { price_cents: cents(1_001) };
  await db.updateTable('products').set(price).where('id', '=', product.id).execute();
  await refused(payload, {
    code: 'figures_differ',
    field: 'body/products/0/subtotal',
    expected: 20.02,
  });
});

test('a sale of nothing that is paid with nothing', async () => {
  const product = await aProduct(counter.shop.owner.db, { price: cents(0) });
  const free = aSalePayload({ ...counter, items: [{ product }], payments: [] });
  const refusal = { code: 'not_paid', field: 'body/payment_method1' } as const;
  await refused(free, refusal);
  await refused({ ...free, payment_method1: 0, payment_desc1: 'Dinheiro' }, refusal);
});

test('a discount that a seller gives, on an item or on the sale', async () => {
  const { shirt, pen, shop, token } = counter;
  const discountPercent = percentHundredths(0.01);
  const sale = aSaleOf([{ product: pen }, { product: shirt, discountPercent }], cents(6_000));
  const code = 'discount_not_allowed';
  await refused(sale, { code, field: 'body/products/1/desc_percent' });
  const whole = withChange({ desc_general: 0.01, total_general: 57.39, troco: 22.61 });
  await refused(whole, { code, field: 'body/desc_general' });

  // A retry of a sale that the seller made as an administrator still gets it.
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

test('a discount that is larger than the sale', async () => {
  const refusal = { code: 'discount_too_large', field: 'body/desc_general' } as const;
  for (const desc_general of [57.41, 9_999_999.99]) {
    await refused(withChange({ desc_general, total_general: 0 }), refusal, administrator);
  }
});

test('a sale, an item or a payment past R$ 9.999.999,99', async () => {
  const product = await aProduct(counter.shop.owner.db, { price: MAX_CENTS });
  const max = reaisFromCents(MAX_CENTS);
  const claimed = (given: NewSale): NewSale => ({
    ...given,
    ...{ subtotal: max, total: max, total_general: max, valor_pago: max, troco: 0 },
  });
  const refusal = { code: 'amount_too_large' } as const;
  await refused(claimed(aSaleOf([{ product }, { product }], MAX_CENTS)), refusal);

  const twice = aSaleOf([{ product, quantity: 2 }], MAX_CENTS);
  const products = twice.products.map((item) => ({ ...item, subtotal: max, total: max }));
  await refused(claimed({ ...twice, products }), {
    ...refusal,
    field: 'body/products/0/subtotal',
  });

  await refused(withChange({ payment_method1: max, valor_pago: max }), refusal);
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
