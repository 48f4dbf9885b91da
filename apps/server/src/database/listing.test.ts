import { routes } from '@balcao/contract/api/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { aPaymentMethod, aProduct, aUser } from '../testing/builders.ts';
import { aVisitor } from '../testing/signed-in.ts';
import type { Db } from './connection.ts';

/** The three lists of the back office have one shape; each is tested on rows of its own. */
const lists = {
  listProducts: (db: Db, name: string) => aProduct(db, { code: `c${++made}`, name }),
  listPaymentMethods: (db: Db, name: string) => aPaymentMethod(db, { name }),
  listUsers: (db: Db, name: string) => aUser(db, { name, login: `l${++made}` }),
};
type List = keyof typeof lists;

let made = 0;
const shop = await openTestShop(afterAll);
const { token } = await aVisitor(shop, { admin: true, name: 'Quem Procura', login: 'procura' });

async function get(list: List, query: Record<string, string> = {}) {
  const { status, body, problem } = await shop.call(list, { token, query });
  const names = status === 200 ? body.results.map(({ name }) => name) : [];
  return { status, body, problem, names };
}

/** Calls a path that callApi would not build. */
async function getPath(list: List, suffix: string) {
  const path = routes[list].path.replace(/\/$/, '');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${shop.origin}${path}${suffix}`, { headers });
  return { status: response.status, body: await response.json() };
}

const IN_ORDER = 'abacate Abacaxi Ágata Água água-viva bola Élan ema Zebra'.split(' ');
const LITERAL = "100% algodão,50 reais,a_b,axb,c\\d,cxd,d'água,Calção azul".split(',');

describe.each(Object.keys(lists) as List[])('%s', (list) => {
  beforeAll(async () => {
    // Inserted in another order than they are listed in.
    const words = IN_ORDER.toSorted((one, other) => one.length - other.length);
    for (const word of words) await lists[list](shop.owner.db, `${word} qx`);
    for (const name of LITERAL) await lists[list](shop.owner.db, name);
  });

  test('names stand as in a Portuguese dictionary', async () => {
    const { names } = await get(list, { search: 'qx' });
    expect(names.map((name) => name.replace(' qx', ''))).toEqual(IN_ORDER);
  });

  test.each([
    ['AGUA', ["d'água", 'Água qx', 'água-viva qx']],
    ['água q', ['Água qx', 'água-viva qx']],
    ['azul CALÇ', ['Calção azul']],
    ['q_ zebra', []],
    ['calcao', ['Calção azul']],
    ['ÇÃO AZ', ['Calção azul']],
    ['  cal  ', ['Calção azul']],
    ['%', ['100% algodão']],
    ['_', ['a_b']],
    ['\\', ['c\\d']],
    ["d'", ["d'água"]],
    ['nada disto', []],
  ])('a search for %s finds just what holds it', async (search, expected) => {
    const { names, body } = await get(list, { search });
    expect([...names].sort()).toEqual([...expected].sort());
    expect(body.count).toBe(expected.length);
  });

  // Specification: 3.16, 7.2
  test('pages are counted over the search, and past the end there is nothing', async () => {
    const page = async (number: string) =>
      get(list, { search: 'qx', page: number, page_size: '4' });
    const pages = [await page('1'), await page('2'), await page('3')];
    expect(pages.map(({ names }) => names.length)).toEqual([4, 4, 1]);
    expect(new Set(pages.flatMap(({ names }) => names)).size).toBe(9);
    for (const { body } of pages) expect(body).toMatchObject({ count: 9, total_pages: 3 });
    for (const past of ['4', '9999999']) {
      expect(await page(past)).toMatchObject({
        status: 200,
        body: { results: [], count: 9, total_pages: 3 },
      });
    }
    const none = await get(list, { search: 'nada disto' });
    expect(none.body).toEqual({ results: [], count: 0, total_pages: 0 });
  });

  test('a page holds ten by default, and at most a thousand', async () => {
    expect((await get(list)).names).toHaveLength(10);
    expect((await get(list, { search: '' })).names).toHaveLength(10);
    expect((await get(list, { page_size: '1' })).names).toHaveLength(1);
    const all = await get(list, { page_size: '1000' });
    expect(all.names).toHaveLength(all.body.count);
  });

  test.each([
    { page_size: '0' },
    { page_size: '1001' },
    { page_size: 'abc' },
    { page_size: '1.5' },
    { page_size: '-1' },
    { page: '0' },
    { page: '1e3' },
    { page: ' 1' },
    { page: '99999999' },
    { search: 'a\0' },
    { search: 'x'.repeat(201) },
    { ordering: 'name' },
    { Page: '1' },
  ])('%o is not understood', async (query) => {
    expect((await get(list, query as Record<string, string>)).problem).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  test('a repeated parameter is not understood, and the trailing slash may be there or not', async () => {
    expect((await getPath(list, '/?page=1&page=2')).status).toBe(400);
    const without = await getPath(list, '?page_size=1000');
    expect(without.status).toBe(200);
    expect(await getPath(list, '/?page_size=1000')).toEqual(without);
  });
});
