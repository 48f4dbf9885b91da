import { randomUUID } from 'node:crypto';
import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { cents, centsOfSum, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import type { sumByMethod } from '@balcao/domain/net-payments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClient, aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, dateCorrection } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';
import { centsOfText, exportedCsv } from '../../testing/exported.ts';
import { paperOf } from '../../testing/paper-of.ts';
import { closeBox } from '../closings/closings.service.ts';
import { correctPayments } from '../corrections/corrections.service.ts';
import { createExchange } from '../corrections/exchange.ts';
import { mergeRecords } from '../people/changes.service.ts';
import { deleteSale } from '../sales/sales.service.ts';

const counter = await openTestCounter(afterAll);
const { shop, vera, pen, shirt, pix, cash, client, student } = counter;
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const token = await tokenOf(shop, chief.login);
const at = (day: string, time = '15:00') => new Date(`${day}T${time}:00-03:00`);
const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' };
let second: Awaited<ReturnType<typeof aClient>>;

/** Pens and a shirt with a discount of their sum, paid by Pix and cash with change. */
const sell = (day: string, { of = client, seller = vera, pens = 2, off = 0 } = {}) =>
  aSale(pool, {
    seller,
    client: of,
    student,
    items: [{ product: pen, quantity: pens }, { product: shirt }],
    payments: [
      { method: pix, amount: cents(2_000) },
      { method: cash, amount: cents(10_000) },
    ],
    generalDiscount: cents(off),
    createdAt: at(day, '10:30'),
  });

beforeAll(async () => {
  second = await aClient(db, { cpf: '00000000191', name: 'Ana de novo' });
  await sell('2026-03-01', { off: 333 });
  const back = await sell('2026-03-02', { pens: 3, off: 101 });
  const swapped = await sell('2026-03-02', { seller: chief });
  const paidOtherwise = await sell('2026-03-03');
  const deleted = await sell('2026-03-02');
  await sell('2026-03-31', { of: second });
  await sell('2026-04-01');
  await aRefund(db, {
    sale: back,
    maker: vera,
    units: [{ line: 1, quantity: 2 }],
    at: at('2026-03-02'),
  });
  const request = (saleId: number) => ({
    ...{ actor: { ...chief, admin: true }, idempotencyKey: randomUUID(), saleId },
  });
  const { correction } = await createExchange(db, {
    ...request(swapped.id),
    body: anExchangeBody(swapped, {
      items: [{ product: pen, quantity: 4 }],
      method: cash,
      units: [{ line: 2, quantity: 1 }],
    }),
  });
  await dateCorrection(db, correction, at('2026-03-04'));
  const paid = await correctPayments(db, {
    ...request(paidOtherwise.id),
    body: {
      reason: 'Foi Pix',
      payments: [{ method: 'Pix', amount: reaisFromCents(paidOtherwise.totalGeneral) }],
    },
  });
  await dateCorrection(db, paid, at('2026-03-05'));
  // Its closing goes on holding a sale that is deleted later.
  await closeBox(db, { actor: chief, sellerId: vera.id, date: '2026-03-02' });
  await deleteSale(db, chief, deleted.id);
});

/** All entries of a filter, read in pages of two, which are the same rows in the order of time. */
async function entries(filter: EntriesFilter) {
  const query = Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, `${value}`]));
  const read = async (part: object) =>
    (await shop.call('listEntries', { token, query: { ...query, ...part } })).body;
  const whole = await read({ page_size: '100' });
  const paged: typeof whole.results = [];
  for (let page = 1; page <= Math.ceil(whole.count / 2); page++) {
    paged.push(...(await read({ page: `${page}`, page_size: '2' })).results);
  }
  expect(paged).toEqual(whole.results);
  expect(whole.results.map((row) => row.at)).toEqual(
    whole.results
      .map((row) => row.at)
      .toSorted()
      .reverse(),
  );
  expect(whole.count).toBe(whole.results.length);
  const { sold, returned, corrected, net } = whole.sums;
  const sum = (amounts: number[]) => reaisFromCents(sumCents(amounts.map(centsOfSum)));
  expect(sum(whole.results.map(({ amount }) => amount))).toBe(net);
  expect(sum([sold, -returned, corrected])).toBe(net);
  if (whole.sums.methods) expect(sum(whole.sums.methods.map(({ amount }) => amount))).toBe(net);
  return { ...whole, methods: asRecord(whole.sums.methods ?? []) };
}

const asRecord = (lines: readonly { method: string; amount: number }[]) =>
  Object.fromEntries(lines.map(({ method, amount }) => [method, amount]));
const inReais = (lines: ReturnType<typeof sumByMethod>) =>
  asRecord(lines.map((line) => ({ ...line, amount: reaisFromCents(line.amount) })));

test('a period, its sellers and its methods add up to the period report, to the centavo', async () => {
  const paper = await paperOf(shop, token, MARCH);
  const { results, sums, methods } = await entries(MARCH);
  expect(results.map(({ kind }) => kind).toSorted()).toEqual(
    ['exchange', 'payments', 'refund', ...Array(6).fill('sale')].toSorted(),
  );
  expect(sums.net).toBe(reaisFromCents(paper.totalGeneral));
  expect(methods).toEqual(inReais(paper.byMethod));
  for (const { key, total, byMethod } of paper.groups) {
    const own = await entries({ ...MARCH, seller: Number(key) });
    expect(own.sums.net).toBe(reaisFromCents(total));
    expect(own.methods).toEqual(inReais(byMethod));
    expect(own.named.seller).toBe(key === vera.id ? 'Vera' : 'Chefe');
  }
  for (const { method, amount } of paper.byMethod) {
    const own = await entries({ ...MARCH, method });
    expect(own.sums.net).toBe(reaisFromCents(amount));
    expect(own.methods).toEqual({ [method]: reaisFromCents(amount) });
  }
  const pixCorrected = (await entries({ ...MARCH, method: 'Pix', kind: 'payments' })).sums;
  expect(pixCorrected).toMatchObject({ sold: 0, returned: 0, corrected: pixCorrected.net });
  expect(pixCorrected.net).toBeGreaterThan(0);
  // What pays the new sale of an exchange comes in and goes out.
  expect((await entries({ method: 'Troca' })).sums).toMatchObject({ net: 0 });
  const back = await entries({ ...MARCH, kind: 'returned' });
  expect(back.results.map(({ kind }) => kind)).toEqual(['exchange', 'refund']);
  expect(back.sums.returned).toBe(
    reaisFromCents(sumCents(paper.corrections.map(({ total }) => centsOfSum(total)))),
  );
});

test('a closing is what its version added up, also what was deleted since', async () => {
  const { body: closings } = await shop.call('listClosings', { token, query: MARCH });
  const [closing] = closings;
  if (!closing) throw new Error('No closing');
  const { results, sums, methods, named } = await entries({ closing: closing.id });
  expect(sums.net).toBe(closing.total_final);
  expect(sums).toMatchObject({ sold: closing.sold_total, returned: closing.returned_total });
  expect(methods).toEqual(closing.payment_methods);
  expect(results.map(({ deleted }) => deleted)).toEqual([false, true, false]);
  expect(named.closing).toEqual({ date: '2026-03-02', seller_name: 'Vera', version: 1, box: null });
  const [method, amount] = Object.entries(closing.payment_methods)[0] ?? [];
  expect((await entries({ closing: closing.id, method: `${method}` })).sums.net).toBe(amount);
  // Without the closing it counts no more.
  const live = await entries({ startDate: '2026-03-02', endDate: '2026-03-02', seller: vera.id });
  expect(live.sums.net).toBe(closing.current_total);
  expect(live.sums.net).not.toBe(closing.total_final);
});

test('a product takes its net share, after the discounts of its sales and what came back', async () => {
  const { body } = await shop.call('readDashboard', { token, query: MARCH });
  for (const { id, code, name, net } of body.products.top) {
    const own = await entries({ ...MARCH, product: id });
    expect(own.sums.net).toBe(net);
    expect(own.sums.methods).toBeNull();
    expect(own.named.product).toBe(`${code} · ${name}`);
  }
  expect(body.products.top).toHaveLength(2);
  const together = () =>
    fetch(`${shop.origin}/api/pdv/entries/?product=${pen.id}&method=Pix`, {
      headers: { authorization: `Bearer ${token}` },
    });
  await expectRefusal(db, together, { code: 'invalid_request', field: 'querystring/method' });
});

test('a file has the rows of its filter, oldest first, and their methods', async () => {
  const filter = { ...MARCH, seller: `${chief.id}`, entryKind: 'exchange' } as const;
  const [row, ...others] = await exportedCsv(shop, token, { list: 'entries', ...filter });
  expect(others).toEqual([]);
  expect(row).toMatchObject({ Tipo: 'Troca', Data: '04/03/2026', Quem: 'Chefe', Cliente: 'Ana' });
  expect(row).toMatchObject({ Valor: '-49,90', Troca: '-10,00', Dinheiro: '-39,90' });
  const rows = await exportedCsv(shop, token, { list: 'entries', ...MARCH, method: 'Pix' });
  const listed = await entries({ ...MARCH, method: 'Pix' });
  expect(rows.map(({ Valor }) => centsOfText(Valor))).toEqual(
    listed.results.map(({ amount }) => centsOfSum(amount)).reverse(),
  );
  expect(Object.keys(rows[0] ?? {})).not.toContain('Dinheiro');
});

test('a person has what both of their records bought; a renamed method is found by either name', async () => {
  await mergeRecords(db, chief, 'client', { id: client.id, merged: second.id });
  await db.updateTable('payment_methods').set({ name: 'PIX' }).where('id', '=', pix.id).execute();
  const of = { ...MARCH, client: client.id };
  const { body: statement } = await shop.call('readClientStatement', {
    token,
    params: { id: `${client.id}` },
    query: MARCH,
  });
  const own = await entries(of);
  const bought = statement.sales.map(({ total_general }) => centsOfSum(total_general));
  const back = statement.corrections.map(({ total }) => cents(-centsOfSum(total)));
  expect(own.sums.net).toBe(reaisFromCents(sumCents([...bought, ...back])));
  expect(own.sums.net).toBe((await entries({ ...MARCH, student: student.id })).sums.net);
  expect(own.results.some(({ client_name }) => client_name === 'Ana de novo')).toBe(true);
  const { body: dashboard } = await shop.call('readDashboard', { token, query: MARCH });
  const now = dashboard.methods.find(({ name }) => name === 'PIX');
  expect((await entries({ ...MARCH, methodNow: 'PIX' })).sums.net).toBe(now?.net);
  expect((await entries({ ...MARCH, method: 'Pix' })).sums.net).toBe(now?.net);
  expect(await entries({ ...MARCH, method: 'PIX' })).toMatchObject({ count: 0, results: [] });
});
