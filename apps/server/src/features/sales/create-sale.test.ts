import type { NewSale } from '@balcao/contract/sales.ts';
import { cents, MAX_CENTS } from '@balcao/domain/money.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aUser,
  type GivenItem,
} from '../../testing/builders.ts';
import { type Counter, openTestCounter, tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';

let counter: Counter;
let sellAsAdministrator: (body: NewSale) => ReturnType<Counter['sell']>;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
  const { shop } = counter;
  const { login } = await aUser(shop.owner.db, { admin: true });
  const token = await tokenOf(shop, login);
  sellAsAdministrator = (body) => shop.call('createSale', { token, body });
});
afterEach(async () => {
  expect(await violations(counter.shop.owner.db)).toEqual([]);
});

const percent = (hundredths: number) => hundredths as PercentHundredths;

test('a sale is answered whole, with its change and with copies of what paper shows', async () => {
  const { status, body } = await counter.sell(counter.payload);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    client_data: { cpf: '52998224725', name: 'Ana' },
    student_data: { registration: '20260000001', name: 'Bia' },
    seller_data: { name: 'Vera' },
    products_data: [
      { quantity: 3, subtotal: 7.5, total: 7.5, product_info: { name: 'Caneta', price: 2.5 } },
      { quantity: 1, subtotal: 49.9, total: 49.9, product_info: { name: 'Camiseta' } },
    ],
    payment_method1: 30,
    payment_desc1: 'Pix',
    payment_method2: 50,
    payment_desc2: 'Dinheiro',
    payment_method3: null,
    total_general: 57.4,
    valor_pago: 80,
    troco: 22.6,
  });
});

test('what a payment brought in is kept apart from what was handed over', async () => {
  const { body } = await counter.sell(counter.payload);
  const rows = await counter.shop.owner.db
    .selectFrom('sale_payments')
    .select(['line', 'method_name', 'amount_cents', 'net_cents'])
    .where('sale_id', '=', body.id)
    .orderBy('line')
    .execute();
  expect(rows).toEqual([
    { line: 1, method_name: 'Pix', amount_cents: 3000, net_cents: 3000 },
    { line: 2, method_name: 'Dinheiro', amount_cents: 5000, net_cents: 2740 },
  ]);
});

/** A sale of these, paid to the centavo in cash, or with one that comes back as change. */
function paidInCash(items: GivenItem[], generalDiscount = 0) {
  const { client, cash } = counter;
  const priced = aSalePayload({ client, items, payments: [] });
  const due = cents(Math.round(priced.total * 100) - generalDiscount);
  const paid = cents(Math.max(due, 1));
  const payload = aSalePayload({
    client,
    items,
    payments: [{ method: cash, amount: paid }],
  });
  return {
    ...payload,
    desc_general: generalDiscount / 100,
    total_general: due / 100,
    valor_pago: paid / 100,
    troco: (paid - due) / 100,
  };
}

test('half a centavo of an item’s discount is rounded up', async () => {
  const product = await aProduct(counter.shop.owner.db, { price: cents(1) });
  const { status, body } = await sellAsAdministrator(
    paidInCash([{ product, quantity: 101, discountPercent: percent(5_000) }]),
  );
  expect(status).toBe(201);
  expect(body.products_data[0]).toMatchObject({
    subtotal: 1.01,
    desc_percent: 50,
    desc_value: 0.51,
    total: 0.5,
  });
});

test('discounts of items and of the whole sale go together', async () => {
  const { pen, shirt } = counter;
  const { status, body } = await sellAsAdministrator(
    paidInCash(
      [
        { product: pen, quantity: 7, discountPercent: percent(1_225) },
        { product: shirt, discountPercent: percent(333) },
      ],
      1_050,
    ),
  );
  expect(status).toBe(201);
  // 17,50 less 12,25 % (2,14) and 49,90 less 3,33 % (1,66), less 10,50.
  expect(body).toMatchObject({
    subtotal: 67.4,
    total: 63.6,
    desc_general: 10.5,
    total_general: 53.1,
  });
});

test('a sale may be given away, by a price of nothing or by a discount of all', async () => {
  const free = await aProduct(counter.shop.owner.db, { price: cents(0) });
  const items = [{ product: free }, { product: counter.pen, discountPercent: percent(10_000) }];
  const byPrice = await sellAsAdministrator(paidInCash(items));
  expect(byPrice).toMatchObject({ status: 201, body: { subtotal: 2.5, total_general: 0 } });
  const byDiscount = await sellAsAdministrator(paidInCash([{ product: counter.shirt }], 4_990));
  expect(byDiscount).toMatchObject({ status: 201, body: { total: 49.9, total_general: 0 } });
});

test('the largest sale there is: 300 items, and every figure at its maximum', async () => {
  const { db } = counter.shop.owner;
  const share = Math.floor(MAX_CENTS / 300);
  const products = [];
  for (let line = 0; line < 300; line++) {
    const price = cents(line === 0 ? MAX_CENTS - 299 * share : share);
    products.push({ product: await aProduct(db, { price }) });
  }
  const { status, body } = await counter.sell(paidInCash(products));
  expect(status).toBe(201);
  expect(body.products_data).toHaveLength(300);
  expect(body).toMatchObject({ subtotal: 9_999_999.99, valor_pago: 9_999_999.99, troco: 0 });
});

test('the largest quantity and the largest price are each sold to the centavo', async () => {
  const { db } = counter.shop.owner;
  const many = await aProduct(db, { price: cents(100_010) });
  const dear = await aProduct(db, { price: MAX_CENTS });
  const ofMany = await counter.sell(paidInCash([{ product: many, quantity: 9_999 }]));
  expect(ofMany).toMatchObject({ status: 201, body: { subtotal: 9_999_999.9 } });
  const ofDear = await sellAsAdministrator(
    paidInCash([{ product: dear, discountPercent: percent(9_999) }]),
  );
  // 99,99 % of 9.999.999,99 is 9.998.999,990001.
  expect(ofDear).toMatchObject({ status: 201, body: { subtotal: 9_999_999.99, total: 1_000 } });
});

test('five payment lines keep their places, unused ones between them too', async () => {
  const { client, cash, pix, shirt } = counter;
  const debit = await aPaymentMethod(counter.shop.owner.db, { name: 'Cartão de débito' });
  const full = aSalePayload({
    client,
    items: [{ product: shirt }],
    payments: [cash, pix, debit, cash, pix].map((method) => ({ method, amount: cents(998) })),
  });
  expect(await counter.sell(full)).toMatchObject({
    status: 201,
    body: { payment_desc1: 'Dinheiro', payment_desc5: 'Pix', payment_method5: 9.98, troco: 0 },
  });
  const sparse = {
    ...full,
    ...{ payment_method1: null, payment_desc1: null, payment_method2: 0, payment_desc2: 'Pix' },
    ...{ payment_method3: 49.9, payment_desc3: 'Cartão de débito' },
    ...{ payment_method4: 0, payment_desc4: '', payment_method5: null, payment_desc5: 'Nada' },
  };
  expect(await counter.sell(sparse)).toMatchObject({
    status: 201,
    body: {
      payment_desc1: null,
      payment_desc2: null,
      payment_desc3: 'Cartão de débito',
      payment_method3: 49.9,
      payment_desc5: null,
    },
  });
});

test('the name of a payment method is found with spaces around it', async () => {
  const { body } = await counter.sell({ ...counter.payload, payment_desc2: ' Dinheiro ' });
  expect(body.payment_desc2).toBe('Dinheiro');
});

test('change comes out of two lines when one is not enough', async () => {
  const { client, cash, pix, pen } = counter;
  const { status, body } = await counter.sell(
    aSalePayload({
      client,
      items: [{ product: pen }],
      payments: [
        { method: cash, amount: cents(100) },
        { method: pix, amount: cents(300) },
      ],
    }),
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({ payment_method1: 1, payment_method2: 3, troco: 1.5 });
  const rows = await counter.shop.owner.db
    .selectFrom('sale_payments')
    .select('net_cents')
    .where('sale_id', '=', body.id)
    .orderBy('line')
    .execute();
  expect(rows.map((row) => row.net_cents)).toEqual([0, 250]);
});

test('the same product may stand in several lines', async () => {
  const { pen } = counter;
  const { status, body } = await sellAsAdministrator(
    paidInCash([
      { product: pen, quantity: 2 },
      { product: pen, discountPercent: percent(1_000) },
    ]),
  );
  expect(status).toBe(201);
  expect(body.products_data.map(({ total }) => total)).toEqual([5, 2.25]);
});

test('a sale needs no student, and says so', async () => {
  const { student: _student, ...without } = counter.payload;
  const { status, body } = await counter.sell(without);
  expect(status).toBe(201);
  expect(body).toMatchObject({ student: null, student_data: null });
});

test('the sale’s day is the database’s own, and its moment is between asking and answering', async () => {
  const client = await aClient(counter.shop.owner.db);
  const before = Date.now();
  const { body } = await counter.sell({ ...counter.payload, client: client.id });
  const at = Date.parse(body.created_at);
  expect(at >= before - 1_000 && at <= Date.now() + 1_000).toBe(true);
});
