import { randomUUID } from 'node:crypto';
import { routes } from '@balcao/contract/api/routes.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClient, aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, dateCorrection } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { centsOfText, exportedCsv, rowsOfXlsx } from '../../testing/exported.ts';
import { correctPayments } from '../corrections/corrections.service.ts';
import { createExchange } from '../corrections/exchange.ts';

const { shop, vera, client, pen, shirt, pix, cash } = await openTestCounter(afterAll);
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Rita', login: 'rita', admin: true });
const admin = await tokenOf(shop, chief.login);
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };

/** Of February a sale that comes back in March, and of March one that comes back in April. */
beforeAll(async () => {
  const ana = await aUser(db, { name: 'Ângela', admin: true });
  const other = await aClient(db);
  const at = (day: string) => new Date(`2026-${day}T15:00:00-03:00`);
  const sell = (day: string, given: { seller?: typeof vera; buyer?: typeof client } = {}) =>
    aSale(pool, {
      ...{ seller: given.seller ?? vera, client: given.buyer ?? client, createdAt: at(day) },
      items: [{ product: pen, quantity: 3 }, { product: shirt }],
      generalDiscount: cents(99),
      payments: [
        { method: pix, amount: cents(3000) },
        { method: cash, amount: cents(5000) },
      ],
    });
  const february = await sell('02-27');
  const first = await sell('03-02', { buyer: other });
  const second = await sell('03-03', { seller: ana });
  const third = await sell('03-31');
  const units = [{ line: 1, quantity: 2 }];
  await aRefund(db, { sale: february, maker: vera, at: at('03-04') });
  await aRefund(db, { sale: second, maker: ana, units, at: at('03-05') });
  await aRefund(db, { sale: third, maker: ana, at: at('04-02') });
  const actor = { ...vera, admin: true };
  const keyed = () => ({ idempotencyKey: randomUUID() });
  const exchange = anExchangeBody(first, { items: [{ product: pen }], method: cash });
  const swapped = { actor, saleId: first.id, body: exchange, ...keyed() };
  const { correction } = await createExchange(db, swapped);
  await dateCorrection(db, correction, at('03-06'));
  const payments = [{ method: 'Dinheiro', amount: 56.41 }];
  const body = { reason: 'Era dinheiro', payments };
  const paid = await correctPayments(db, { actor, saleId: second.id, body, ...keyed() });
  await dateCorrection(db, paid, at('03-06'));
  await db.updateTable('products').set({ income: 'college' }).where('id', '=', pen.id).execute();
  for (const [date, seller_id] of [
    ['2026-03-02', vera.id],
    ['2026-03-03', ana.id],
  ] as const) {
    await shop.call('closeBox', { token: admin, body: { date, seller_id } });
  }
});

type Rows = Awaited<ReturnType<typeof exportedCsv>>;
const sumOf = (rows: Rows, column: string) =>
  rows.reduce((sum, row) => sum + centsOfText(row[column]), 0);
const countOf = (rows: Rows, column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);
const asCents = (reais: number) => Math.round(reais * 100);
const entries = async (query: object) =>
  (await shop.call('listEntries', { token: admin, query })).body.sums;

test.each([{}, { find: 'Ana' }, { search: 'vera' }, { only: 'corrected' as const }])(
  'the exported sales and their items add up to the sum below the list: %o',
  async (filter) => {
    const { find = '', ...query } = { ...MARCH, ...filter } as { find?: string };
    const { body: screen } = await shop.call('sumSales', { token: admin, query, body: { find } });
    const isSale = ({ Tipo }: Rows[number]) => Tipo === 'Venda';
    const request = { ...MARCH, ...filter };
    const sales = await exportedCsv(shop, admin, { list: 'sales', ...request });
    expect(sales.filter(isSale)).toHaveLength(screen.count);
    expect(sumOf(sales.filter(isSale), 'Total')).toBe(asCents(screen.total));
    const items = await exportedCsv(shop, admin, { list: 'sale_items', ...request });
    expect(sumOf(items.filter(isSale), 'Total')).toBe(asCents(screen.total));
    expect(screen.count).toBeGreaterThan(0);
  },
);

test('what comes back stands in its own month, so that the whole file is that of Lançamentos', async () => {
  const screen = await entries(MARCH);
  for (const list of ['sales', 'sale_items'] as const) {
    const rows = await exportedCsv(shop, admin, { list, ...MARCH });
    expect(sumOf(rows, 'Total')).toBe(asCents(screen.net));
  }
  const report = await exportedCsv(shop, admin, { list: 'report', ...MARCH });
  const all = report.pop() as Rows[number];
  for (const rows of [report, [all]]) {
    expect(sumOf(rows, 'Vendido')).toBe(asCents(screen.sold));
    expect(sumOf(rows, 'Devolvido')).toBe(asCents(screen.returned));
    expect(sumOf(rows, 'Total')).toBe(asCents(screen.net));
  }
});

test.each([
  {},
  { method: 'Pix' },
  { methodNow: 'Dinheiro' },
  { income: 'college' as const },
  { income: 'both' as const },
  { product: `${pen.id}` },
  { seller: `${vera.id}` },
  { client: `${client.id}` },
  { kind: 'refund' as const },
])('exported Lançamentos add up to the figures at their foot: %o', async (filter) => {
  const screen = await entries({ ...MARCH, ...filter });
  const { kind: entryKind, ...given } = filter as { kind?: 'refund' };
  const request = { list: 'entries', ...MARCH, ...given, ...(entryKind && { entryKind }) } as const;
  const rows = await exportedCsv(shop, admin, request);
  expect(rows.length).toBeGreaterThan(0);
  expect(sumOf(rows, 'Valor')).toBe(asCents(screen.net));
  if ('method' in filter || 'methodNow' in filter) return;
  for (const { method, amount } of screen.methods ?? []) {
    expect(sumOf(rows, method)).toBe(asCents(amount));
  }
});

test('exported closings add up to the totals above their list', async () => {
  const { body } = await shop.call('listClosings', { token: admin, query: MARCH });
  const rows = await exportedCsv(shop, admin, { list: 'closings', ...MARCH });
  const sum = (figure: 'total_final' | 'current_total' | 'sold_total' | 'returned_total') =>
    body.reduce((all, closing) => all + asCents(closing[figure]), 0);
  expect(rows).toHaveLength(2);
  expect(sumOf(rows, 'Total')).toBe(sum('total_final'));
  expect(sumOf(rows, 'Total agora')).toBe(sum('current_total'));
  expect(sumOf(rows, 'Vendido')).toBe(sum('sold_total'));
  expect(sumOf(rows, 'Dinheiro') + sumOf(rows, 'Pix')).toBe(sum('total_final'));
});

test.each([
  {},
  { income: 'college' as const },
  { income: 'both' as const },
  { seller: `${vera.id}` },
])('exported sales by product add up to the sums above the table: %o', async (filter) => {
  const query = { ...MARCH, ...filter };
  const { body } = await shop.call('readProductSales', { token: admin, query });
  const rows = await exportedCsv(shop, admin, { list: 'product_sales', ...query });
  expect(rows).toHaveLength(body.products.length);
  expect(sumOf(rows, 'Líquido')).toBe(asCents(body.total.net));
  expect(countOf(rows, 'Qtd.')).toBe(body.total.units);
  expect(sumOf(rows, 'Líquido um ano antes')).toBe(asCents(body.total.year_ago));
});

test('exported products, clients and students are as many as their lists say, at the same prices', async () => {
  const { body } = await shop.call('listProducts', { token: admin, query: { page_size: '100' } });
  const products = await exportedCsv(shop, admin, { list: 'products' });
  expect(products).toHaveLength(body.count);
  expect(sumOf(products, 'Valor')).toBe(
    body.results.reduce((sum, { price }) => sum + asCents(price), 0),
  );
  const clients = await shop.call('listClients', { token: admin, query: {}, body: {} });
  expect(await exportedCsv(shop, admin, { list: 'clients' })).toHaveLength(clients.body.count);
  const students = await shop.call('listStudents', { token: admin, query: {}, body: {} });
  expect(await exportedCsv(shop, admin, { list: 'students' })).toHaveLength(students.body.count);
});

test("every sheet of a month's file adds up to the page of the month", async () => {
  const { body } = await shop.call('closeMonth', {
    ...{ token: admin, params: { month: '2026-03' } },
    headers: { 'idempotency-key': randomUUID() },
  });
  const id = body.closing?.id;
  const path = routes.readMonthFile.path.replace(':id', `${id}`);
  const response = await fetch(`${shop.origin}${path}?format=xlsx`, {
    headers: { authorization: `Bearer ${admin}` },
  });
  const file = new Uint8Array(await response.arrayBuffer());
  const net = asCents(body.total);
  for (const name of [
    ...['Por forma de pagamento', 'De quem é a receita', 'Por vendedor', 'Por dia'],
  ]) {
    const rows = await rowsOfXlsx(file, name);
    const sums = rows.pop();
    const total = (column: string, of: Rows) =>
      of.reduce((sum, row) => sum + asCents(Number(row[column] ?? 0)), 0);
    expect([name, total('Líquido', rows)]).toEqual([name, net]);
    expect([name, total('Líquido', [sums as Rows[number]])]).toEqual([name, net]);
  }
  expect(net).toBe(asCents((await entries(MARCH)).net));
  const days = await rowsOfXlsx(file, 'Por dia');
  expect(days[0]?.Dia).toBeInstanceOf(Date);
  expect(days[0]?.Vendas).toBe(1);
});
