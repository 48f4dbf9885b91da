import type { NewSale } from '@balcao/contract/sales/sales.ts';
import type { PaymentMethod } from '@balcao/contract/shop/payment-methods.ts';
import { type Cents, cents, MAX_CENTS } from '@balcao/domain/money.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import { afterAll, afterEach, expect, test } from 'vitest';
import {
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aUser,
  type GivenItem,
} from '../../testing/builders.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';

const counter = await openTestCounter(afterAll);
const { shop, payload, client, cash, pix, pen, shirt } = counter;
const { db } = shop.owner;
const rita = await aUser(db, { name: 'Rita', admin: true });
const adminToken = await tokenOf(shop, rita.login);
const sellAsAdministrator = (body: NewSale) => shop.call('createSale', { token: adminToken, body });

afterEach(async () => {
  expect(await violations(db)).toEqual([]);
});

const percent = (hundredths: number) => hundredths as PercentHundredths;

// Specification: 3.9
test('the response of a sale has its change and copies of the people and products', async () => {
  const { status, body } = await counter.sell(payload);
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

test('a payment is stored with its amount and with what is left of it after the change', async () => {
  const { body } = await counter.sell(payload);
  const payments = await db
    .selectFrom('sale_payments')
    .select(['line', 'method_name', 'amount_cents', 'net_cents'])
    .where('sale_id', '=', body.id)
    .orderBy('line')
    .execute();
  expect(payments).toEqual([
    { line: 1, method_name: 'Pix', amount_cents: 3000, net_cents: 3000 },
    { line: 2, method_name: 'Dinheiro', amount_cents: 5000, net_cents: 2740 },
  ]);
});

test('a sale has one row in the audit: who, what and how much, and nobody who bought', async () => {
  const [item, ...others] = payload.products as [NewSale['products'][number]];
  const { body } = await sellAsAdministrator({
    ...payload,
    // 7,50 less 10 % (0,75), and 1,00 less in all.
    products: [{ ...item, desc_percent: 10, desc_value: 0.75, total: 6.75 }, ...others],
    ...{ total: 56.65, desc_general: 1, total_general: 55.65, troco: 24.35 },
  });
  const rows = await db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', 'like', 'sale.%')
    .where('subject_id', '=', body.id)
    .execute();
  expect(rows).toMatchObject([
    {
      actor_id: rita.id,
      actor_name: 'Rita',
      action: 'sale.created',
      before: null,
      after: {
        subtotal_cents: 5740,
        item_discounts_cents: 75,
        general_discount_cents: 100,
        total_general_cents: 5565,
        paid_cents: 8000,
        change_cents: 2435,
        items: 2,
      },
    },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/52998224725|529\.982|Ana|Bia|20260000001/);
});

test('the audit row of a sale names the change that was not from cash, and of others nothing', async () => {
  const auditOf = async (payments: { method: PaymentMethod; amount: Cents }[]) => {
    const items = [{ product: pen, quantity: 3 }];
    const { body } = await counter.sell(aSalePayload({ client, items, payments }));
    const row = await db
      .selectFrom('audit_events')
      .select('after')
      .where('subject_id', '=', body.id)
      .where('action', '=', 'sale.created')
      .executeTakeFirstOrThrow();
    return row.after;
  };
  const lines = [
    { method: pix, amount: cents(800) },
    { method: cash, amount: cents(50) },
  ];
  expect(await auditOf(lines)).toMatchObject({ change_cents: 100, change_not_cash_cents: 50 });
  expect(await auditOf([{ method: cash, amount: cents(1000) }])).not.toHaveProperty(
    'change_not_cash_cents',
  );
});

/** A sale of these items, paid exactly in cash; a free one with a centavo that comes back as change. */
function paidInCash(items: GivenItem[], discount = 0) {
  const given = { client, items, generalDiscount: cents(discount) };
  const due = Math.round(aSalePayload({ ...given, payments: [] }).total_general * 100);
  const payments = [{ method: cash, amount: cents(Math.max(due, 1)) }];
  return aSalePayload({ ...given, payments });
}

/** A product of this price, in centavos. */
const priced = (price: number) => aProduct(db, { price: cents(price) });

test.each<[string, () => Promise<GivenItem[]>, discount: number, body: object]>([
  [
    'half a centavo of an item’s discount is rounded up',
    async () => [{ product: await priced(1), quantity: 101, discountPercent: percent(5_000) }],
    0,
    { products_data: [{ subtotal: 1.01, desc_percent: 50, desc_value: 0.51, total: 0.5 }] },
  ],
  [
    // 17,50 less 12,25 % (2,14) and 49,90 less 3,33 % (1,66), less 10,50.
    'discounts of items and of the whole sale go together',
    async () => [
      { product: pen, quantity: 7, discountPercent: percent(1_225) },
      { product: shirt, discountPercent: percent(333) },
    ],
    1_050,
    { subtotal: 67.4, total: 63.6, desc_general: 10.5, total_general: 53.1 },
  ],
  [
    'a sale may be free by its prices and the discounts of its items',
    async () => [{ product: await priced(0) }, { product: pen, discountPercent: percent(10_000) }],
    0,
    { subtotal: 2.5, total_general: 0 },
  ],
  [
    'a sale may be free by its own discount',
    async () => [{ product: shirt }],
    4_990,
    { total: 49.9, total_general: 0 },
  ],
  [
    'the largest quantity is sold to the centavo',
    async () => [{ product: await priced(100_010), quantity: 9_999 }],
    0,
    { subtotal: 9_999_999.9 },
  ],
  [
    // 99,99 % of 9.999.999,99 is 9.998.999,990001.
    'the largest price is sold to the centavo',
    async () => [{ product: await priced(MAX_CENTS), discountPercent: percent(9_999) }],
    0,
    { subtotal: 9_999_999.99, total: 1_000 },
  ],
  [
    'the same product may stand in several lines',
    async () => [
      { product: pen, quantity: 2 },
      { product: pen, discountPercent: percent(1_000) },
    ],
    0,
    { products_data: [{ total: 5 }, { total: 2.25 }] },
  ],
])('figures of a sale: %s', async (_what, items, discount, body) => {
  const sold = await sellAsAdministrator(paidInCash(await items(), discount));
  expect(sold).toMatchObject({ status: 201, body });
});

test('the largest sale there is: 300 items, and every figure at its maximum', async () => {
  const share = Math.floor(MAX_CENTS / 300);
  const products = [{ product: await priced(MAX_CENTS - 299 * share) }];
  while (products.length < 300) products.push({ product: await priced(share) });
  const { status, body } = await counter.sell(paidInCash(products));
  expect(status).toBe(201);
  expect(body.products_data).toHaveLength(300);
  expect(body).toMatchObject({ subtotal: 9_999_999.99, valor_pago: 9_999_999.99, troco: 0 });
});

test('five payment lines keep their places, unused ones between them too', async () => {
  const debit = await aPaymentMethod(db, { name: 'Cartão de débito' });
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
  const { body } = await counter.sell({ ...payload, payment_desc2: ' Dinheiro ' });
  expect(body.payment_desc2).toBe('Dinheiro');
});

test('a sale needs no student', async () => {
  const { student: _student, ...without } = payload;
  const { status, body } = await counter.sell(without);
  expect(status).toBe(201);
  expect(body).toMatchObject({ student: null, student_data: null });
});

test('a sale has the time between its request and its response', async () => {
  const before = Date.now();
  const { body } = await counter.sell(payload);
  const at = Date.parse(body.created_at);
  expect(at >= before - 1_000 && at <= Date.now() + 1_000).toBe(true);
});
