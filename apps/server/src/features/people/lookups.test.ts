import { PERSON_KINDS } from '@balcao/contract/fields/person-kinds.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aCpf, aParkedOrder } from '../../testing/builders.ts';
import { aPerson } from '../../testing/people.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const seller = await aVisitor(shop, { name: 'Vera' });
const { token } = seller;
const chief = await aVisitor(shop, { admin: true });

const create = (One: 'Client' | 'Student', typed: object) =>
  shop.call(`create${One}`, { token, body: typed as never });
const findClients = (query: object) => shop.call('findClients', { token, query });

/** Clients and students are found and added by a number that identifies them. */
const TYPED = {
  client: [['52998224725', '  Ana Lima ']],
  student: [
    ['00000000017', 'Bia'],
    ['7', ''],
    ['123456789012345', '   '],
  ],
} as const;

describe.each(Object.values(PERSON_KINDS))('a $kind', ({ kind, One, Many, numberField }) => {
  const createOne = (number: string, name: string) => create(One, { [numberField]: number, name });
  const find = (query: object) => shop.call(`find${Many}`, { token, query });
  const edit = (id: number, number: string, name: string) => {
    const body = { [numberField]: number, name } as never;
    return shop.call(`edit${One}`, { token, id, body });
  };
  const stored = async () => {
    const { number, ...person } = await aPerson(db, kind, { name: 'Só Ela' });
    return { number, row: { ...person, [numberField]: number } };
  };

  // Specification: 3.4, 3.5
  test.each<readonly [string, string]>(TYPED[kind])(
    '%s with the name %j is returned, stored, and audited without what was typed',
    async (number, name) => {
      const before = await lastAuditId(db);
      const created = await createOne(number, name);
      expect(created.status).toBe(201);
      expect(created.body).toEqual({
        id: expect.any(Number),
        [numberField]: number,
        name: name.trim(),
      });
      const found = { results: [created.body], count: 1, total_pages: 1 };
      expect((await find({ search: number })).body).toEqual(found);
      expect((await find({ search: number, page: '2' })).body).toEqual({ ...found, results: [] });
      expect(await auditAfter(db, before)).toEqual([
        {
          id: expect.any(Number),
          at: expect.any(Date),
          action: `${kind}.created`,
          actor_id: seller.id,
          actor_name: 'Vera',
          subject_id: created.body.id,
          before: null,
          after: null,
        },
      ]);
    },
  );

  test('who exists is returned as stored, and nothing changes', async () => {
    const { row, number } = await stored();
    // The seller has met them by now.
    expect(await createOne(number, 'Primeira')).toMatchObject({ status: 201, body: row });
    const before = await tableSnapshot(db);
    expect(await createOne(number, 'Segunda')).toMatchObject({ status: 201, body: row });
    expect(await tableSnapshot(db)).toEqual(before);
  });

  test('added by twenty at once is one row', async () => {
    const before = await lastAuditId(db);
    const number = aCpf();
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => createOne(number, `Ana ${n}`)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await auditAfter(db, before)).toHaveLength(1);
  });

  test('a corrected name holds from then on, and the audit shows both', async () => {
    const { row, number } = await stored();
    const own = { [kind]: { [numberField]: number, name: 'Só Ela' } };
    const order = (await shop.call('parkSale', { token, body: aParkedOrder(own) })).body;
    const before = await lastAuditId(db);
    const { id } = row;
    const corrected = { ...row, name: 'Maria das Dores' };
    for (const name of ['  Maria  das Dores ', 'Maria das Dores']) {
      const edited = await edit(id, number, name);
      expect(edited.status).toBe(200);
      expect(edited.body).toEqual({ id, name: corrected.name });
    }
    expect((await find({ search: number })).body.results).toEqual([corrected]);
    const parked = db.selectFrom('parked_sales').selectAll().where('id', '=', order.id);
    expect(await parked.execute()).toMatchObject([{ [`${kind}_name`]: corrected.name }]);
    // Events are never changed, so they hold no name, which may have to be anonymised.
    const event = { action: `${kind}.edited`, actor_id: seller.id, subject_id: id };
    expect(await auditAfter(db, before)).toMatchObject([{ ...event, before: null, after: null }]);
    const { body } = await shop.call('listAudit', { token: chief.token });
    const names = { before: { name: 'Só Ela' }, after: { name: 'Maria das Dores' } };
    expect(body.results[0]).toMatchObject({ ...event, ...names });
  });

  test('one who is missing or has another number is not renamed, and a name has the rules of a new one', async () => {
    const { row, number } = await stored();
    const other = await stored();
    // Whoever says a number has looked for its person.
    const kept = async () => ({ ...(await tableSnapshot(db)), met_people: undefined });
    const before = await kept();
    for (const [id, of] of [
      [999_999, number],
      [row.id, other.number],
    ] as const) {
      const { problem } = await edit(id, of, 'Ana');
      expect(problem).toMatchObject({ status: 404, code: 'not_found' });
    }
    for (const name of [`A${'a'.repeat(200)}`, 'Ana\u200b', null]) {
      expect((await edit(row.id, number, name as string)).status).toBeGreaterThanOrEqual(400);
    }
    expect(await kept()).toEqual(before);
  });

  test('is found by the whole number only', async () => {
    const { number } = await stored();
    const others = [number.slice(0, 10), number.slice(1), `${number}0`, `0${number}`];
    for (const search of [...others, 'Só Ela', '%', '', '___________']) {
      expect((await find({ search })).body).toEqual({ results: [], count: 0, total_pages: 0 });
    }
    expect((await find({})).body.results).toEqual([]);
  });
});

test('a client is found by a masked CPF', async () => {
  const { cpf } = await aClient(db);
  const search = cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
  expect((await findClients({ search })).body.count).toBe(1);
});

test('the refusal of a malformed client does not repeat the CPF', async () => {
  for (const cpf of ['529.982.247-25', '5299822472', '529982247255']) {
    const { problem } = await create('Client', { cpf, name: 'Ana' });
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    // The reference is random, and may have these digits.
    expect(JSON.stringify({ ...problem, reference: '' })).not.toMatch(/529/);
  }
});

test('wrong check digits are a warning of the screen and no wall here', async () => {
  expect((await create('Client', { cpf: '11111111111', name: 'Estrangeiro' })).status).toBe(201);
});
