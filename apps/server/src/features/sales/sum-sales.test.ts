import { randomUUID } from 'node:crypto';
import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import { cents, centsOfSum, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { aSale, aUser } from '../../testing/builders.ts';
import { anExchangeBody, aRefund, dateCorrection } from '../../testing/corrections.ts';
import { openTestCounter, tokenOf } from '../../testing/counter.ts';
import { exportedCsv } from '../../testing/exported.ts';
import { correctPayments } from '../corrections/corrections.service.ts';
import { createExchange } from '../corrections/exchange.ts';
import { deleteSale } from './sales.service.ts';

const { shop, vera, pen, shirt, pix, cash, client } = await openTestCounter(afterAll);
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Chefe', login: 'chefe', admin: true });
const token = await tokenOf(shop, chief.login);
const day = (date: string) => new Date(`${date}T15:00:00-03:00`);

type Selling = { seller?: typeof vera; off?: number; method?: typeof pix };
const sell = (date: string, { seller = vera, off = 0, method = pix }: Selling = {}) =>
  aSale(pool, {
    seller,
    client,
    items: [{ product: pen, quantity: 2 }, { product: shirt }],
    payments: [{ method, amount: cents(10_000) }],
    generalDiscount: cents(off),
    createdAt: day(date),
  });

type Query = QueryOf<Endpoints['sumSales']>;

/** The sums of a filter, which are those of the sales that it finds. */
async function sums(query: Query, find = '') {
  const { body } = await shop.call('sumSales', { token, query, body: { find } });
  const paged = { ...query, page_size: '100' };
  const { body: list } = await shop.call('findSales', { token, query: paged, body: { find } });
  const reais = (amounts: number[]) => reaisFromCents(sumCents(amounts.map(centsOfSum)));
  const back = list.results.map(({ corrections }) => -(corrections?.returned_total ?? 0));
  const total = reais(list.results.map(({ total_general }) => total_general));
  expect(body).toEqual({ count: list.count, total, net: reais([total, ...back]) });
  expect(list.count).toBe(list.results.length);
  return { ...body, ids: list.results.map(({ id }) => id) };
}

test('sums are those of all pages: with discounts, returns, corrections, deletions and by method', async () => {
  const first = await sell('2026-03-01', { off: 333 });
  const back = await sell('2026-03-02', { seller: chief });
  const gone = await sell('2026-03-02');
  const paidOtherwise = await sell('2026-03-03');
  const inCash = await sell('2026-03-04', { method: cash });
  const swapped = await sell('2026-04-01');
  const goneLater = await sell('2026-03-31', { method: cash });
  await aRefund(db, { sale: back, maker: vera, at: day('2026-04-02') });
  const request = (saleId: number) => ({
    ...{ actor: { ...chief, admin: true }, idempotencyKey: randomUUID(), saleId },
  });
  const inCashNow = await correctPayments(db, {
    ...request(paidOtherwise.id),
    body: {
      reason: 'Foi em dinheiro',
      payments: [{ method: 'Dinheiro', amount: reaisFromCents(paidOtherwise.totalGeneral) }],
    },
  });
  const { sale: bought, correction } = await createExchange(db, {
    ...request(swapped.id),
    body: anExchangeBody(swapped, { items: [{ product: shirt }], method: cash }),
  });
  for (const made of [inCashNow, correction]) await dateCorrection(db, made, day('2026-04-03'));
  await deleteSale(db, chief, gone.id);
  await deleteSale(db, chief, goneLater.id);

  const march = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const all = [bought, swapped, inCash, paidOtherwise, back, first].map(({ id }) => id);
  expect(await sums({})).toMatchObject({ count: 6, ids: all });
  expect(await sums(march)).toMatchObject({ count: 4, total: 216.27, net: 213.77 });
  expect(await sums({ ...march, search: 'chefe' })).toMatchObject({ count: 1, net: 52.4 });
  expect((await sums({ search: 'ninguém' })).count).toBe(0);
  expect((await sums({ products: `${shirt.id}` })).count).toBe(6);
  expect((await sums({}, `${first.id}`)).ids).toEqual([first.id]);
  expect((await sums({ only: 'discounted' })).ids).toEqual([first.id]);
  expect((await sums({ only: 'corrected' })).ids).toEqual(
    [bought, swapped, paidOtherwise, back].map(({ id }) => id),
  );
  // It was paid by Pix, and is paid in cash since.
  const cashPaid = [bought, inCash, paidOtherwise].map(({ id }) => id);
  expect((await sums({ method: 'Dinheiro' })).ids).toEqual(cashPaid);
  expect((await sums({ method: 'Pix', ...march })).ids).toContain(paidOtherwise.id);
  expect(await sums(march)).toMatchObject({ count: 4, total: 216.27, net: 213.77 });

  const deleted = await sums({ only: 'deleted' });
  expect(deleted.ids).toEqual([goneLater.id, gone.id]);
  const query = { only: 'deleted' } as const;
  const { body } = await shop.call('findSales', { token, query, body: { find: '' } });
  expect(body.results.map((sale) => sale.deleted?.by)).toEqual(['Chefe', 'Chefe']);
  const rows = await exportedCsv(shop, token, { list: 'sales', only: 'deleted' });
  expect(rows.map((row) => [row.Nº, row.Total])).toEqual(
    [gone, goneLater].map(({ id }) => [`${id}`, '54,90']),
  );
  expect(Object.keys(rows[0] ?? {})).toContain('Dinheiro');
  const methodRows = await exportedCsv(shop, token, { list: 'sales', method: 'Dinheiro' });
  expect(methodRows.map(({ Tipo }) => Tipo).toSorted()).toEqual(
    ['Correção de pagamento', 'Venda', 'Venda', 'Venda'].toSorted(),
  );
});
