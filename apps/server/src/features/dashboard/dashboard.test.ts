import { randomUUID } from 'node:crypto';
import type { Dashboard } from '@balcao/contract/dashboard.ts';
import { cents, centsOfSum, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import type { PercentHundredths } from '@balcao/domain/sale-total.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { aProduct, aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, dateCorrection } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { paperOf } from '../../testing/paper-of.ts';
import { correctPayments } from '../corrections/corrections.service.ts';
import { createExchange } from '../corrections/exchange.ts';
import { deleteSale } from '../sales/sales.service.ts';

/** A counter whose sellers sold, returned and exchanged in two years. */
async function openShop() {
  const counter = await openTestCounter(onTestFinished);
  const { shop, vera, pen, shirt, pix, cash, client } = counter;
  const { db, pool } = shop.owner;
  const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
  const token = await tokenOf(shop, chief.login);
  const read = async (startDate: string, endDate = startDate): Promise<Dashboard> =>
    (await shop.call('readDashboard', { token, query: { startDate, endDate } })).body;
  /** Two pens and a shirt, 54,90, less 10 % of the shirt and `off` of all: paid by Pix and cash, with change. */
  const sell = (day: string, { seller = vera, off = 0, time = '10:30', shirts = 1 } = {}) =>
    aSale(pool, {
      seller,
      client,
      items: [
        { product: pen, quantity: 2 },
        { product: shirt, quantity: shirts, discountPercent: 1_000 as PercentHundredths },
      ],
      payments: [
        { method: pix, amount: cents(2_000) },
        { method: cash, amount: cents(5_000 * shirts) },
      ],
      generalDiscount: cents(off),
      createdAt: new Date(`${day}T${time}:00-03:00`),
    });
  return { ...counter, chief, token, read, sell };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const sum = (amounts: number[]) => reaisFromCents(sumCents(amounts.map(centsOfSum)));

/** The dashboard of a period adds up to its report in every way, to the centavo. */
async function expectTheReport(shop: Shop, startDate: string, endDate: string) {
  const report = await paperOf(shop.shop, shop.token, { startDate, endDate });
  const { period, days, sellers, methods, products } = await shop.read(startDate, endDate);
  const total = reaisFromCents(report.totalGeneral);
  expect(period.net).toBe(total);
  expect(period.sales).toBe(report.sales.length);
  expect(period.sold).toBe(sum(report.sales.map((sale) => sale.total_general)));
  expect(period.returned).toBe(sum(report.corrections.map((correction) => correction.total)));
  expect(period.returns).toBe(report.corrections.filter(({ kind }) => kind !== 'payments').length);
  expect(sum(days.period.map(({ net }) => net))).toBe(total);
  expect(sum([...products.top.map(({ net }) => net), products.others.net])).toBe(total);
  // A correction of payments alone makes a group of nothing on the paper.
  const bySeller = sellers.filter(({ net }) => net !== 0);
  const groups = report.groups.filter((group) => group.total !== 0);
  expect(new Map(bySeller.map(({ id, net }) => [id, net]))).toEqual(
    new Map(groups.map(({ key, total: own }) => [key, reaisFromCents(own)])),
  );
  const byMethod = methods.filter(({ net }) => net !== 0);
  expect(new Map(byMethod.map(({ name, net }) => [name, net]))).toEqual(
    new Map(report.byMethod.map(({ method, amount }) => [method, reaisFromCents(amount)])),
  );
}

test('every sum is that of the period report, with discounts, change, returns, exchanges, corrections and deletions', async () => {
  const shop = await openShop();
  const { chief, vera, sell, pen, cash } = shop;
  const { db } = shop.shop.owner;
  const joana = await aUser(db, { name: 'Joana' });
  const at = (day: string) => new Date(`${day}T15:00:00-03:00`);
  const sale = await sell('2026-03-02', { off: 333 });
  await sell('2026-03-03', { seller: joana, time: '00:10' });
  const deleted = await sell('2026-03-03', { time: '23:50' });
  const returned = await sell('2026-03-04', { seller: joana, shirts: 3, off: 101 });
  const exchanged = await sell('2026-03-05');
  const paidOtherwise = await sell('2026-03-31');
  await sell('2026-04-01');
  await sell('2025-03-02', { off: 7 });
  await deleteSale(db, chief, deleted.id);
  await aRefund(db, {
    sale: returned,
    maker: vera,
    units: [{ line: 2, quantity: 2 }],
    at: at('2026-03-05'),
  });
  const actor = { ...chief, admin: true };
  const request = { actor, idempotencyKey: randomUUID() };
  const { correction } = await createExchange(db, {
    ...request,
    saleId: exchanged.id,
    body: anExchangeBody(exchanged, {
      items: [{ product: pen }],
      method: cash,
      units: [{ line: 2, quantity: 1 }],
    }),
  });
  await dateCorrection(db, correction, at('2026-03-06'));
  const paid = await correctPayments(db, {
    ...request,
    idempotencyKey: randomUUID(),
    saleId: paidOtherwise.id,
    body: {
      reason: 'Foi Pix',
      payments: [{ method: 'Pix', amount: reaisFromCents(paidOtherwise.totalGeneral) }],
    },
  });
  await dateCorrection(db, paid, at('2026-04-01'));
  const check = async () => {
    for (const [from, to] of [
      ['2026-03-01', '2026-03-31'],
      ['2026-03-03', '2026-03-05'],
      ['2026-04-01', '2026-04-01'],
      ['2025-01-01', '2026-12-31'],
      ['2025-01-01', '2025-12-31'],
    ] as const) {
      await expectTheReport(shop, from, to);
    }
    expect(await violations(db)).toEqual([]);
  };
  await check();
  const counted = await sell('2026-03-10', { off: 50 });
  await check();
  await deleteSale(db, chief, counted.id);
  await deleteSale(db, chief, sale.id);
  await check();
});

test('a period is compared with the one before and the same one a year ago', async () => {
  const { read, sell } = await openShop();
  await sell('2025-11-03', { shirts: 2 });
  await sell('2026-10-05', { time: '08:15' });
  await sell('2026-10-25');
  await sell('2026-11-03', { time: '17:59' });
  const month = await read('2026-11-01', '2026-11-22');
  expect(month).toMatchObject({
    unit: 'day',
    period: { sales: 1, sold: 49.91, average: 49.91 },
    before: { startDate: '2026-10-01', endDate: '2026-10-22', sales: 1 },
    year_ago: { startDate: '2025-11-01', endDate: '2025-11-22', sales: 1, sold: 94.82 },
    sellers: [{ name: 'Vera', net: 49.91, before: 49.91, year_ago: 94.82 }],
  });
  expect(month.days.period).toHaveLength(22);
  expect(month.days.period[2]).toMatchObject({ startDate: '2026-11-03', net: 49.91 });
  expect(month.products.top).toMatchObject([
    { name: 'Camiseta', units: 1, units_before: 1, units_year_ago: 2, net: 44.91 },
    { name: 'Caneta', units: 2, net: 5 },
  ]);
  // In the year after, nothing of it is sold.
  const later = await read('2027-11-01', '2027-11-30');
  expect(later.period).toMatchObject({ sales: 0, sold: 0, average: null });
  expect(later.products).toEqual({ top: [], others: { count: 0, net: 0 } });
  const year = await read('2026-01-01', '2026-12-31');
  expect(year.unit).toBe('month');
  expect(year.days.period.map(({ net }) => net)).toEqual([
    0, 0, 0, 0, 0, 0, 0, 0, 0, 99.82, 49.91, 0,
  ]);
  expect((await read('2017-01-15', '2026-12-31')).days.period[0]).toMatchObject({
    startDate: '2017-01-15',
    endDate: '2017-12-31',
  });
});

test('years that are compared with years they share have each day once in each', async () => {
  const { read, sell } = await openShop();
  await sell('2023-12-31');
  await sell('2024-01-01', { shirts: 2 });
  await sell('2025-07-01');
  await sell('2026-12-31');
  const sold = await read('2025-01-01', '2026-12-31');
  expect(sold).toMatchObject({
    period: { sales: 2, net: 99.82 },
    before: { startDate: '2023-01-01', endDate: '2024-12-31', sales: 2, net: 144.73 },
    year_ago: { startDate: '2024-01-01', endDate: '2025-12-31', sales: 2, net: 144.73 },
    sellers: [{ name: 'Vera', sales: 2, net: 99.82, before: 144.73, year_ago: 144.73 }],
    methods: [
      { name: 'Dinheiro', net: 59.82, before: 104.73, year_ago: 104.73 },
      { name: 'Pix', net: 40, before: 40, year_ago: 40 },
    ],
    products: {
      top: [
        { name: 'Camiseta', units: 2, units_before: 3, units_year_ago: 3 },
        { name: 'Caneta', units: 4, units_before: 4, units_year_ago: 4, net: 10 },
      ],
    },
  });
  expect(sum(sold.days.year_ago.map(({ net }) => net))).toBe(144.73);
});

test('a method whose sales all came back keeps its row and the number of its payments', async () => {
  const { shop, vera, pen, cash, client, read } = await openShop();
  const { db, pool } = shop.owner;
  const sale = await aSale(pool, {
    seller: vera,
    client,
    items: [{ product: pen, quantity: 2 }],
    payments: [{ method: cash, amount: cents(500) }],
    createdAt: new Date('2026-03-02T10:30:00-03:00'),
  });
  const at = new Date('2026-03-02T11:00:00-03:00');
  await aRefund(db, { sale, maker: vera, units: [{ line: 1, quantity: 2 }], at });
  const methods = [{ name: 'Dinheiro', payments: 1, net: 0 }];
  expect((await read('2026-03-02')).methods).toMatchObject(methods);
  expect((await read('2026-03-02')).methods).toMatchObject(methods);
});

test('a renamed seller has the name of the newest sale, and a renamed method its name of now', async () => {
  const { shop, vera, read, sell, pix } = await openShop();
  const { db } = shop.owner;
  await sell('2026-03-02', { time: '09:00' });
  await sell('2026-03-02', { time: '12:00', seller: { ...vera, name: 'Vera Lima' } });
  await sell('2026-03-02', { time: '10:00' });
  await db
    .updateTable('payment_methods')
    .set({ name: 'Pix da loja' })
    .where('id', '=', pix.id)
    .execute();
  await sell('2026-03-03', { seller: { ...vera, name: 'Aline' } });
  const check = async () => {
    const both = await read('2026-03-02', '2026-03-03');
    expect(both.sellers).toMatchObject([{ id: vera.id, name: 'Aline', sales: 4 }]);
    expect((await read('2026-03-02')).sellers).toMatchObject([{ name: 'Vera Lima', sales: 3 }]);
    expect(both.methods.map(({ name, payments }) => [name, payments])).toEqual([
      ['Dinheiro', 4],
      ['Pix da loja', 4],
    ]);
  };
  await check();
  await check();
  expect(await violations(db)).toEqual([]);
});

test('a seller whose sales were all deleted is not told of', async () => {
  const { shop, vera, read, sell, chief } = await openShop();
  const { db } = shop.owner;
  const sale = await sell('2026-03-02');
  expect((await read('2026-03-02')).sellers).toMatchObject([{ id: vera.id }]);
  await deleteSale(db, chief, sale.id);
  expect((await read('2026-03-02')).sellers).toEqual([]);
  expect((await read('2026-03-02')).sellers).toEqual([]);
});

test('a period that is none is refused', async () => {
  const { shop, token } = await openShop();
  const refused = async (startDate: string, endDate: string) =>
    (await shop.call('readDashboard', { token, query: { startDate, endDate } })).problem.code;
  expect(await refused('2026-02-30', '2026-03-01')).toBe('invalid_day');
  expect(await refused('2026-03-02', '2026-03-01')).toBe('invalid_request');
});

test('selling, deleting and summing at once, the sums come out right', async () => {
  const { shop, chief, sell, read } = await openShop();
  const { db } = shop.connection;
  let selling = true;
  const sellers = Promise.all(
    Array.from({ length: 4 }, async (_, seller) => {
      for (let round = 0; round < 8; round++) {
        const { id } = await sell(`2026-03-0${1 + ((seller + round) % 7)}`, { off: round });
        if (round % 3 === 0) await deleteSale(db, chief, id);
      }
    }),
  ).finally(() => {
    selling = false;
  });
  while (selling) {
    const { period, days, products } = await read('2026-03-01', '2026-03-31');
    expect(sum(days.period.map(({ net }) => net))).toBe(period.net);
    expect(sum(products.top.map(({ net }) => net))).toBe(period.net);
  }
  await sellers;
  const { rows } = await sql<{ sales: number }>`
    SELECT count(*) AS sales FROM sales WHERE deleted_at IS NULL`.execute(db);
  expect((await read('2026-03-01', '2026-03-31')).period.sales).toBe(rows[0]?.sales);
  expect(await violations(shop.owner.db)).toEqual([]);
});

test('what came back on a day without sales stands before what others sold the day before', async () => {
  const { shop, vera, client, cash, sell, read } = await openShop();
  const { db, pool } = shop.owner;
  const returned = await sell('2026-05-02');
  for (let n = 0; n < 25; n++) {
    await aSale(pool, {
      seller: vera,
      client,
      items: [{ product: await aProduct(db) }],
      payments: [{ method: cash, amount: cents(1_000_000) }],
      createdAt: new Date('2026-05-03T12:00:00-03:00'),
    });
  }
  await aRefund(db, {
    sale: returned,
    maker: vera,
    units: [{ line: 2, quantity: 1 }],
    at: new Date('2026-05-04T12:00:00-03:00'),
  });
  const { products } = await read('2026-05-04');
  expect(products.top).toMatchObject([{ name: 'Camiseta', units: -1, net: -44.91 }]);
  expect(products.others).toEqual({ count: 0, net: 0 });
});
