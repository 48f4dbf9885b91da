import { endpoints } from '@balcao/contract/api/endpoints.ts';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { aUser } from '../testing/builders.ts';
import { anAccess } from '../testing/signed-in.ts';
import { validCalls } from '../testing/valid-calls.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

/** The optional parameters of every call that has some: of all lists. */
const filtered = (Object.keys(routes) as RouteName[]).flatMap((name) => {
  const endpoint = endpoints[name];
  if (!('query' in endpoint)) return [];
  const { properties, required = [] } = endpoint.query as {
    properties: object;
    required?: string[];
  };
  const optional = Object.keys(properties).filter((each) => !required.includes(each));
  return optional.length > 0 ? [{ name, optional, required }] : [];
});

test('the lists are known', () => {
  const names = filtered.map(({ name }) => name);
  const some = ['listSales', 'listClosings', 'listUsers', 'listAudit', 'findSales', 'listClients'];
  expect(names).toEqual(expect.arrayContaining(some));
});

test.each(filtered)(
  '$name takes an empty filter for none',
  async ({ name, optional, required }) => {
    const actor = await aUser(db, { admin: true });
    const token = await anAccess(db, actor.id);
    const sent = await validCalls(shop)[name](actor);
    const empty = Object.fromEntries(optional.map((each) => [each, '']));
    const given = Object.entries((sent as { query?: object }).query ?? {});
    const needed = Object.fromEntries(given.filter(([each]) => required.includes(each)));
    const ask = (query: object) =>
      shop.call(name, { ...sent, query: { ...needed, ...query }, token } as never);
    const without = await ask({});
    expect(without.status).toBe(200);
    for (const each of optional) {
      const answer = await ask({ [each]: '' });
      expect([each, answer.body]).toEqual([each, without.body]);
    }
    const answer = await ask(empty);
    expect(answer.body).toEqual(without.body);
  },
);

test('a filter that has to be there is missing when it is empty, and no other may be', async () => {
  const token = await anAccess(db, (await aUser(db, { admin: true })).id);
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${shop.origin}${query}`, { headers });
    return [response.status, ((await response.json()) as { field?: string }).field];
  };
  const { path } = routes.readDashboard;
  expect(await ask(`${path}?startDate=&endDate=2026-01-31`)).toEqual([
    400,
    'querystring/startDate',
  ]);
  expect(await ask(`${routes.listSales.path}?serach=`)).toEqual([400, 'querystring/serach']);
});
