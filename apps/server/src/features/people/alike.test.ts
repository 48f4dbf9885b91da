import { PERSON_KINDS } from '@balcao/contract/fields/person-kinds.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { peopleTables } from '../../database/person-kind.ts';
import { openTestShop } from '../../testing/app.ts';
import { aClient, aSale, aStudent, saleParts } from '../../testing/builders.ts';
import { aRefund } from '../../testing/corrections.ts';
import { aPerson } from '../../testing/people.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { everybodyAlike, peopleAlike } from './alike.repository.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const chief = await aVisitor(shop, { name: 'Chefe', admin: true });
const { token } = chief;

describe.each(Object.values(PERSON_KINDS))('$kind', ({ kind, One, Many }) => {
  const make = (number: string, name: string) => aPerson(db, kind, { number, name });
  const alikeTo = async ({ id }: { id: number }) =>
    (await shop.call(`read${One}`, { token, id })).body.alike.map(({ name }) => name);
  const listed = async (search = '') =>
    (await shop.call(`list${Many}`, { token, body: { search, alike: true } })).body;

  test('who has nearly the name and nearly the number may be registered twice', async () => {
    const maria = await make('52998224725', 'Maria Souza Prado');
    const alike = [
      ['52998224735', 'Maria Sousa Prado'],
      ['52998224275', 'PRADO Mária de Souza'],
      ['12998224725', 'Marya Souza Pradho'],
      ...(kind === 'student' ? [['5299822472', 'Maria Souza Prado']] : []),
    ] as const;
    for (const [number, name] of alike) await make(number, name);
    // Two digits, another name, a number alone.
    await make('52998224846', 'Maria Souza Prado');
    await make('52998224775', 'Mario Sousa Prado Neto');
    await make('52998224728', 'Davi Lima');
    const names = alike.map(([, name]) => name).sort();
    expect((await alikeTo(maria)).sort()).toEqual(names);
    const list = await listed();
    expect(list.results.map(({ name }) => name).sort()).toEqual([maria.name, ...names].sort());
    expect(list.count).toBe(alike.length + 1);
    expect((await listed('sousa')).count).toBe(1);

    // What is one record now is no double.
    for (const { id } of list.results.filter((each) => each.id !== maria.id))
      await shop.call(`merge${Many}`, { token, id: maria.id, body: { merged: id } });
    expect(await alikeTo(maria)).toEqual([]);
    expect((await listed()).results).toEqual([]);
  });

  test('of a name that hundreds have, the list agrees with the records', async () => {
    const { table, key } = peopleTables[kind];
    await sql`
      INSERT INTO ${table} (${key}, name)
      SELECT DISTINCT ${kind === 'client' ? '80000' : '8'} || lpad((n * n % 7919)::text, ${kind === 'client' ? 6 : 4}, '0'),
        'A Definir'
      FROM generate_series(1, 400) AS n
      ${kind === 'student' ? sql`UNION SELECT '8' || n, 'A Definir' FROM generate_series(100, 140) AS n` : sql``}
    `.execute(db);
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM ${table} WHERE name = 'A Definir' ORDER BY id`.execute(db);
    expect(rows.length).toBeGreaterThan(300);
    const near = await Promise.all(rows.map(({ id }) => peopleAlike(db, kind, id)));
    const wanted = rows.filter((_, at) => near[at]?.length).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(20);
    const found = await sql<{
      one: number;
    }>`SELECT one FROM ${everybodyAlike(kind)} AS alike`.execute(db);
    const ids = new Set(rows.map(({ id }) => id));
    expect(
      found.rows
        .map(({ one }) => one)
        .filter((id) => ids.has(id))
        .sort((a, b) => a - b),
    ).toEqual(wanted);
    await sql`DELETE FROM ${table} WHERE name = 'A Definir'`.execute(db);
  });

  test('the list and the record agree for people whose numbers and names are near at random', async () => {
    // Few digits and few letters, so that many are near; the seed is fixed.
    let state = 7;
    const next = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const people = new Map<string, string>();
    const names = ['Ana Lia', 'Lia Ana', 'Anna Lya', 'Ana Bia', 'Ena Lia', 'Davi'];
    for (let count = 0; count < 60; count++) {
      const digits = Array.from({ length: 3 }, () => next(3)).join('');
      const number = `${kind === 'client' ? '90000000' : '9'.repeat(1 + next(2))}${digits}`;
      people.set(number, names[next(6)] as string);
    }
    const made = [];
    for (const [number, name] of people) made.push(await make(number, name));
    const records = await Promise.all(
      made.map(async (each) => [each.id, await alikeTo(each)] as const),
    );
    const doubled = records.filter(([, names]) => names.length > 0).map(([id]) => id);
    expect(doubled.length).toBeGreaterThan(10);
    const { body } = await shop.call(`list${Many}`, {
      token,
      query: { page_size: '1000' },
      body: { alike: true },
    });
    expect(body.results.map(({ id }) => id).sort()).toEqual(doubled.sort());
  });

  test('a page says what a person bought of all time, as a statement of all time does', async () => {
    const other = await make('70000000001', 'Ana Velha');
    const person = await make('80000000009', 'Ana Nova');
    const parts = await saleParts(db);
    const sell = (to: typeof person, day: string) =>
      aSale(pool, {
        seller: chief,
        ...parts,
        ...(kind === 'client'
          ? { client: { ...parts.client, ...to, cpf: to.number } }
          : { student: { ...to, registration: to.number } }),
        createdAt: new Date(`${day}T12:00:00-03:00`),
      });
    const read = (query = {}) => shop.call(`read${One}Purchases`, { token, id: person.id, query });
    expect((await read()).body).toMatchObject({ count: 0, net: 0, first_at: null, last_at: null });
    const first = await sell(other, '2026-01-10');
    const last = await sell(person, '2026-03-10');
    const deleted = await sell(person, '2026-04-10');
    await shop.call('deleteSale', { token, id: deleted.id });
    await shop.call(`merge${Many}`, { token, id: person.id, body: { merged: other.id } });
    await aRefund(db, { sale: first, maker: chief, at: new Date('2026-05-01T12:00:00-03:00') });
    const { body } = await read();
    expect(body.results.map(({ id }) => id)).toEqual([last.id, first.id]);
    expect(body.first_at).toBe(first.createdAt.toISOString());
    expect(body.last_at).toBe(last.createdAt.toISOString());
    const whole = { startDate: '2026-01-01', endDate: '2026-12-31' };
    const statement = await shop.call(`read${One}Statement`, {
      token,
      id: person.id,
      query: whole,
    });
    const { sales, corrections } = statement.body;
    const net =
      sales.reduce((sum, sale) => sum + centsFromReais(sale.total_general), 0) -
      corrections.reduce((sum, { total }) => sum + centsFromReais(Math.abs(total)), 0);
    expect(body.returned).toBeGreaterThan(0);
    expect(centsFromReais(body.net)).toBe(net);
    expect(centsFromReais(body.bought) - centsFromReais(body.returned)).toBe(net);
    expect((await read({ page: '2', page_size: '1' })).body.results[0]?.id).toBe(first.id);
    expect((await shop.call(`read${One}Purchases`, { token, id: 999_999 })).status).toBe(404);
  });
});

test('a client is found by a child, who then stands under them: linked, or bought for under a merged record', async () => {
  const [linked, buyer, old] = [
    await aClient(db, { name: 'Beatriz Mãe' }),
    await aClient(db, { name: 'Carlos Pai' }),
    await aClient(db, { name: 'Carlos Velho' }),
  ];
  const child = await aStudent(db, { name: 'Joaquim Zago', registration: '20269990001' });
  await shop.call('createLink', { token, body: { client: linked.id, student: child.id } });
  await aSale(pool, { seller: chief, ...(await saleParts(db)), client: old, student: child });
  await shop.call('mergeClients', { token, id: buyer.id, body: { merged: old.id } });
  const list = async (body: object) => (await shop.call('listClients', { token, body })).body;
  const children = [{ id: child.id, number: child.registration, name: child.name }];
  for (const search of ['zago joaquim', child.registration]) {
    const found = await list({ search, by_child: true });
    expect(found.results).toMatchObject([
      { id: linked.id, children },
      { id: buyer.id, children },
    ]);
    expect(found.count).toBe(2);
    expect((await list({ search })).results).toEqual([]);
  }
  const byName = await list({ search: 'beatriz', by_child: true });
  expect(byName.results[0]).not.toHaveProperty('children');
});
