import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import { SALE_ORDERS, type SaleOrder } from '@balcao/contract/fields/sale-orders.ts';
import { cents } from '@balcao/domain/money.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSale,
  aStudent,
  aUser,
} from '../../testing/builders.ts';
import { tokenOf } from '../../testing/counter.ts';
import { renamePerson } from '../people/lookups.service.ts';
import { deleteSale } from './sales.service.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const chief = await aUser(db, { name: 'Édson', login: 'chefe', admin: true });
const vera = await aUser(db, { name: 'Vera Lúcia', login: 'vera' });
const token = await tokenOf(shop, 'chefe');
const [pen, cap] = [
  await aProduct(db, { price: cents(150) }),
  await aProduct(db, { price: cents(4_200) }),
];
const method = await aPaymentMethod(db);
const maria = await aClient(db, { name: 'Maria Conceição', cpf: '52998224725' });
const bruno = await aClient(db, { name: 'bruno Alves', cpf: '11144477735' });
const zilda = await aClient(db, { name: 'Zilda Prates', cpf: '52998229999' });
const joao = await aStudent(db, { name: 'João D’Ávila', registration: '20260000042' });

type Selling = Partial<Parameters<typeof aSale>[1]>;
let hour = 0;
const sell = async (selling: Selling, product = pen) => {
  const at = new Date(Date.UTC(2026, 2, 9, 15 + 9 * hour++));
  const payments = [{ method, amount: cents(100_000) }];
  const items = [{ product }];
  return (
    await aSale(pool, { seller: vera, client: maria, items, payments, createdAt: at, ...selling })
  ).id;
};
const first = await sell({});
const second = await sell({ client: bruno, student: joao, seller: chief }, cap);
const third = await sell({ student: joao });
// These are not counted yet.
const fourth = await sell({ client: zilda, seller: chief });
const fifth = await sell({ client: bruno }, cap);
const deleted = await sell({ client: zilda });
await deleteSale(db, chief, deleted);
const all = [fifth, fourth, third, second, first];

type Query = QueryOf<Endpoints['findSales']>;
async function found(find: string, query: Query = {}) {
  const { body } = await shop.call('findSales', { token, query, body: { find } });
  expect(body.count).toBe(query.page_size ? body.count : body.results.length);
  return body.results.map(({ id }) => id);
}

test.each<[string, () => number[]]>([
  ['', () => all],
  [' ', () => all],
  ['MARIA', () => [third, first]],
  ['conceicao  maria', () => [third, first]],
  ['joão', () => [third, second]],
  ['d’avila', () => [third, second]],
  // One word of the client and one of the student, in any order.
  ['davila maria', () => []],
  ['d’avila maria', () => [third]],
  ['joao alves', () => [second]],
  ['zilda', () => [fourth]],
  ['zilda maria', () => []],
  ['%', () => []],
  ['mar_a', () => []],
  ['52998224725', () => [third, first]],
  ['529.982.247-25', () => [third, first]],
  ['529.982.247-25 joao', () => [third]],
  // Seven digits are looked for within a number, fewer are not.
  ['5299822', () => [fourth, third, first]],
  ['529982299', () => [fourth]],
  ['529982', () => []],
  ['8224725', () => [third, first]],
  ['224725', () => []],
  ['20260000042', () => [third, second]],
  ['2026000', () => [third, second]],
  ['2026000 bruno', () => [second]],
  ['99999999999999', () => []],
  ['maria '.repeat(33), () => [third, first]],
  [
    Array.from({ length: 65 }, (_, n) => String.fromCharCode(97 + (n % 26), 97 + n / 3)).join(' '),
    () => [],
  ],
])('found by %j', async (find, ids) => {
  expect(await found(find)).toEqual(ids());
});

test('found by the number of the sale, also with a name', async () => {
  for (const find of [
    `${third}`,
    `nº ${third}`,
    `#${third}`,
    `v${third}`,
    `maria ${third}`,
    `${third} nº ${third}`,
  ]) {
    expect(await found(find), find).toEqual([third]);
  }
  expect(await found(`${deleted}`)).toEqual([]);
  expect(await found(`bruno ${third}`)).toEqual([]);
  expect(await found(`${second} ${third}`)).toEqual([]);
});

test('with the other filters, in pages', async () => {
  expect(await found('maria', { search: 'edson' })).toEqual([]);
  expect(await found('bruno', { search: 'EDSON' })).toEqual([second]);
  expect(await found('bruno', { products: `${cap.id}`, startDate: '2026-03-10' })).toEqual([fifth]);
  expect(await found('joao', { products: `${cap.id},${pen.id}`, endDate: '2026-03-09' })).toEqual([
    second,
  ]);
  expect(await found('a', { page: '2', page_size: '2' })).toEqual([third, second]);
  expect(await found('a', { page: '3', page_size: '2' })).toEqual([first]);
  expect(await found('a', { page: '4', page_size: '2' })).toEqual([]);
});

test('a corrected name finds the sales before, and so does the one on their papers', async () => {
  await renamePerson(db, chief, 'client', {
    id: zilda.id,
    number: zilda.cpf,
    name: 'Zilda Fontes',
  });
  await renamePerson(db, chief, 'student', {
    id: joao.id,
    number: joao.registration,
    name: 'Joana',
  });
  expect(await found('fontes')).toEqual([fourth]);
  expect(await found('prates zilda')).toEqual([fourth]);
  expect(await found('joana')).toEqual([third, second]);
  expect(await found('joão alves')).toEqual([second]);
});

const key: Record<string, (id: number) => number> = {
  date: (id) => id,
  seller: (id) => ([first, third, fifth].includes(id) ? 2_000 : 1_000) - id,
  client: (id) => (id === fourth ? 3_000 : [first, third].includes(id) ? 2_000 : 1_000) - id,
  total: (id) => ([second, fifth].includes(id) ? 1_000 : 0) + id,
};
const sorted = (order: SaleOrder, ids: number[]) => {
  const by = key[order.replace('-', '')] ?? key.date;
  const up = ids.toSorted((one, other) => (by?.(one) ?? 0) - (by?.(other) ?? 0));
  return order.startsWith('-') ? up.reverse() : up;
};

test.each(SALE_ORDERS)('%s sorts the list, a part of it, and what is found', async (order) => {
  const list = async (query: Query) => {
    const { body } = await shop.call('listSales', { token, query: { ...query, order } });
    return body.results.map(({ id }) => id);
  };
  expect(await list({})).toEqual(sorted(order, all));
  const pages = await Promise.all(
    ['1', '2', '3', '4'].map((page) => list({ page, page_size: '2' })),
  );
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1, 0]);
  expect(pages.flat()).toEqual(sorted(order, all));
  expect(await list({ search: 'vera' })).toEqual(sorted(order, [first, third, fifth]));
  expect(await list({ search: 'vera', page: '2', page_size: '2' })).toEqual(
    sorted(order, [first, third, fifth]).slice(2),
  );
  expect(await list({ startDate: '2026-03-10' })).toEqual(sorted(order, [third, fourth, fifth]));
  expect(await list({ products: `${cap.id}` })).toEqual(sorted(order, [second, fifth]));
  expect(await list({ search: 'ninguem' })).toEqual([]);
  expect(await found('a', { order })).toEqual(sorted(order, all));
});

test('an order that does not exist is refused', async () => {
  const query = { order: 'id' as SaleOrder };
  expect((await shop.call('listSales', { token, query })).problem).toMatchObject({
    code: 'invalid_request',
    field: 'querystring/order',
  });
});

test('the names and numbers of all records of one person find the sales under each', async () => {
  const twin = await aClient(db, { name: 'Bruno Alvez Prado', cpf: '52998220001' });
  const sixth = await sell({ client: twin });
  expect(await found('prado')).toEqual([sixth]);
  await shop.call('mergeClients', {
    token,
    params: { id: String(bruno.id) },
    body: { merged: twin.id },
  });
  for (const find of ['prado', '52998220001', '11144477735', 'bruno alves prado']) {
    expect(await found(find), find).toEqual([sixth, fifth, second]);
  }
  expect(await found('prado joana')).toEqual([second]);
});
