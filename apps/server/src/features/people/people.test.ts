import { MOST_SALES } from '@balcao/contract/fields/list-limits.ts';
import { PERSON_KINDS } from '@balcao/contract/fields/person-kinds.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aCpf, aParkedOrder, aSale, aStudent, saleParts } from '../../testing/builders.ts';
import { aRefund } from '../../testing/corrections.ts';
import { violations } from '../../testing/invariants.ts';
import { aPerson } from '../../testing/people.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db, pool } = shop.owner;
const vera = await aVisitor(shop, { name: 'Vera' });
const chief = await aVisitor(shop, { name: 'Chefe', admin: true });
const { token } = chief;

const paramsOf = ({ id }: { id: number }) => ({ token, id });

const NUMBERS = {
  client: ['52998224725', '11144477735', '39053344705'],
  student: ['20260000001', '20260000992', '777'],
} as const;

describe.each(Object.values(PERSON_KINDS))('$kind', ({ kind, One, Many, numberField }) => {
  const [first, second, third] = NUMBERS[kind];
  const make = (number: string, name: string) => aPerson(db, kind, { number, name });
  const list = (search?: string, query = {}) =>
    shop.call(`list${Many}`, { token, query, body: search === undefined ? {} : { search } });
  const namesOf = async (search: string) =>
    (await list(search)).body.results.map(({ name }) => name);
  const correct = (person: { id: number }, body: { number: string; name: string }) =>
    shop.call(`correct${One}`, { ...paramsOf(person), body });

  test('is found by words of the name in any order, and by a part of the number', async () => {
    const ana = await make(first, 'Ána Conceição_Lima');
    await make(second, '100% Beto');
    for (const search of ['LIMA ana', 'conceicao', first, first.slice(-5), '_l', `ana ${first}`]) {
      expect(await namesOf(search)).toEqual([ana.name]);
    }
    if (kind === 'client') expect(await namesOf('529.982.247-25')).toEqual([ana.name]);
    expect(await namesOf('0%')).toEqual(['100% Beto']);
    for (const search of ['zzz', 'ana beto', '\\', '%ana'])
      expect(await namesOf(search)).toEqual([]);
    const all = (await list()).body;
    expect(all).toMatchObject({ count: 2, total_pages: 1 });
    expect(all.results).toEqual([
      expect.objectContaining({ name: '100% Beto' }),
      { ...ana, class: '', created_at: expect.stringMatching(/Z$/), anonymised: false, merged: [] },
    ]);
    const page = await list(undefined, { page: '2', page_size: '1' });
    expect(page.body).toMatchObject({ count: 2, total_pages: 2, results: [{ name: ana.name }] });
  });

  test('gets another name and number, and the audit tells it without the number', async () => {
    const person = await make(third, 'Joao');
    const before = await lastAuditId(db);
    const number = kind === 'client' ? aCpf() : '31';
    const corrected = { id: person.id, number, name: 'João' };
    const answer = await correct(person, { number, name: '  João ' });
    expect(answer.body).toEqual({ ...corrected, class: '' });
    expect((await correct(person, { number, name: 'João' })).status).toBe(200);
    expect((await shop.call(`read${One}`, paramsOf(person))).body).toMatchObject(corrected);
    const event = { action: `${kind}.edited`, subject_id: person.id, actor_id: chief.id };
    const rows = await auditAfter(db, before);
    expect(rows).toMatchObject([{ ...event, before: null, after: { number_corrected: true } }]);
    expect(JSON.stringify(rows)).not.toMatch(/Jo[aã]o/);
    const { body } = await shop.call('listAudit', { token });
    expect(body.results[0]).toMatchObject({
      before: { name: 'Joao' },
      after: { number_corrected: true, name: 'João' },
    });
    // The number is somebody else's now.
    expect((await make(third, 'Outro')).id).not.toBe(person.id);
  });

  test('takes nobody’s number, and a parked order follows a corrected one', async () => {
    const [one, other] = [await make(aCpf(), 'Um'), await make(aCpf(), 'Dois')];
    const snapshot = await tableSnapshot(db);
    const taken = await correct(one, { number: other.number, name: 'Um' });
    const refused = { status: 409, code: 'number_taken', field: 'body/number' };
    expect(taken.problem).toMatchObject(refused);
    expect(
      (await correct({ id: 999_999 }, { number: one.number, name: 'Um' })).problem,
    ).toMatchObject({ code: 'not_found' });
    const unfit = await correct(one, { number: one.number, name: 'Um\u200b' });
    expect(unfit.status).toBeGreaterThanOrEqual(400);
    expect(await tableSnapshot(db)).toEqual(snapshot);

    const people = {
      client: { cpf: '', name: 'Sem' },
      student: { registration: '', name: '' },
      [kind]: { [numberField]: one.number, name: 'Um' },
    };
    await shop.call('parkSale', { token: vera.token, body: aParkedOrder(people) });
    const number = aCpf();
    await correct(one, { number, name: 'Um Só' });
    const parked = JSON.stringify(await db.selectFrom('parked_sales').selectAll().execute());
    expect(parked).toContain(`"${number}"`);
    expect(parked).toContain('Um Só');
    expect(parked).not.toContain(one.number);
  });

  test('is exported and anonymised by an administrator who types the name', async () => {
    const person = await make(aCpf(), 'Íris da Silva');
    const parts = await saleParts(db);
    const { cpf: _cpf, ...client } = { ...parts.client };
    const sold = await aSale(pool, {
      seller: vera,
      ...parts,
      ...(kind === 'client'
        ? { client: { ...client, id: person.id, name: person.name, cpf: person.number } }
        : { student: { id: person.id, name: person.name, registration: person.number } }),
    });
    const snapshot = await tableSnapshot(db);
    for (const call of [`export${One}`, `anonymise${One}`] as const) {
      const wrong = await shop.call(call, { ...paramsOf(person), body: { name: 'Íris' } });
      const refused = { status: 422, code: 'name_differs', field: 'body/name' };
      expect(wrong.problem).toMatchObject(refused);
    }
    expect(await tableSnapshot(db)).toEqual(snapshot);
    const before = await lastAuditId(db);
    const consent = { ...paramsOf(person), body: { name: 'iris da  silva' } };
    const exported = await shop.call(`export${One}`, consent);
    expect(exported.body).toMatchObject({
      person: { number: person.number, name: person.name },
      sales: [{ id: sold.id, deleted_at: null }],
    });
    expect((await shop.call(`anonymise${One}`, consent)).status).toBe(200);
    expect(await auditAfter(db, before)).toMatchObject([
      { action: `${kind}.exported`, actor_id: chief.id, subject_id: person.id },
      { action: `${kind}.anonymised`, actor_id: chief.id, subject_id: person.id },
    ]);
    const pseudonym = `${kind === 'client' ? 'Cliente' : 'Aluno'} anonimizado ${person.id}`;
    const shown = { name: pseudonym, number: '', anonymised: true };
    expect((await shop.call(`read${One}`, paramsOf(person))).body).toMatchObject(shown);
    expect(await namesOf(pseudonym)).toEqual([pseudonym]);
    expect(await namesOf(person.number)).toEqual([]);
    const sales = (await shop.call('listSales', { token })).body.results;
    expect(JSON.stringify(sales)).toContain(pseudonym);
    expect(JSON.stringify(sales)).not.toContain(person.number);
    expect(JSON.stringify(sales)).not.toContain(person.name);
    expect((await correct(person, { number: aCpf(), name: 'X' })).status).toBe(404);
    expect((await shop.call(`anonymise${One}`, consent)).status).toBe(404);
    expect(await violations(db)).toEqual([]);
  });
});

test('linked people are offered at the counter, before those of sales, until the link goes', async () => {
  const client = await aClient(db, { name: 'Mãe' });
  const [bia, davi] = [await aStudent(db, { name: 'Bia' }), await aStudent(db, { name: 'Davi' })];
  await aSale(pool, { seller: vera, ...(await saleParts(db)), client, student: davi });
  const link = (student: { id: number }) =>
    shop.call('createLink', { token, body: { client: client.id, student: student.id } });
  const before = await lastAuditId(db);
  const linked = await link(bia);
  expect(linked).toMatchObject({ status: 201, body: { client: client.id, student: bia.id } });
  expect((await link(bia)).body).toEqual(linked.body);
  const offered = async () =>
    (await shop.call('findStudentsOfClient', { token: vera.token, body: { cpf: client.cpf } }))
      .body;
  expect(await offered()).toEqual([bia, { ...davi, own_sale: true }]);
  const { registration } = bia;
  const clients = await shop.call('findClientsOfStudent', {
    token: vera.token,
    body: { registration },
  });
  expect(clients.body).toMatchObject([{ id: client.id, name: client.name }]);
  expect((await shop.call('readClient', paramsOf(client))).body.companions).toMatchObject([
    { link: linked.body.id, person: { id: bia.id, name: 'Bia', number: registration } },
    { link: null, person: { id: davi.id } },
  ]);
  expect((await shop.call('deleteLink', paramsOf(linked.body))).status).toBe(200);
  expect(await offered()).toEqual([{ ...davi, own_sale: true }]);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'client.linked', subject_id: client.id, after: { student: bia.id } },
    { action: 'client.unlinked', subject_id: client.id, before: { student: bia.id } },
  ]);
  for (const [body, code] of [
    [{ client: 999_999, student: bia.id }, 'unknown_client'],
    [{ client: client.id, student: 999_999 }, 'unknown_student'],
  ] as const) {
    expect((await shop.call('createLink', { token, body })).problem).toMatchObject({ code });
  }
});

test('a statement has the sales of its days and the corrections made on them, without deleted ones', async () => {
  const client = await aClient(db);
  const sell = async (day: string) =>
    aSale(pool, {
      seller: vera,
      ...(await saleParts(db)),
      client,
      createdAt: new Date(`${day}T12:00:00-03:00`),
    });
  const [early, first, last] = [
    await sell('2026-01-31'),
    await sell('2026-02-01'),
    await sell('2026-02-28'),
  ];
  const deleted = await sell('2026-02-10');
  await shop.call('deleteSale', paramsOf(deleted));
  await aRefund(db, { sale: early, maker: vera, at: new Date('2026-02-02T12:00:00-03:00') });
  await aRefund(db, { sale: last, maker: vera, at: new Date('2026-03-01T12:00:00-03:00') });
  const statement = (startDate: string, endDate: string) =>
    shop.call('readClientStatement', { ...paramsOf(client), query: { startDate, endDate } });
  const { body } = await statement('2026-02-01', '2026-02-28');
  expect(body.sales.map(({ id }) => id)).toEqual([first.id, last.id]);
  expect(body.corrections.map(({ sale }) => sale)).toEqual([early.id]);
  expect(body.person).toMatchObject({ id: client.id, name: client.name });
  expect((await statement('2026-02-30', '2026-03-01')).problem.code).toBe('invalid_day');

  const many = { seller: vera, ...(await saleParts(db)), client };
  for (let count = 0; count <= MOST_SALES; count++) await aSale(pool, many);
  const today = businessDayOf(new Date());
  expect((await statement(today, today)).problem?.code).toBe('statement_too_long');

  // The audit of a merge counts them all.
  const mark = await lastAuditId(db);
  const other = await aClient(db);
  await shop.call('mergeClients', { ...paramsOf(other), body: { merged: client.id } });
  expect(await auditAfter(db, mark)).toMatchObject([{ after: { sales: MOST_SALES + 4 } }]);
});

test('the statements of several students are those of each, in the order asked for', async () => {
  const [bia, davi, eva, old] = await Promise.all([
    aStudent(db, { class: '7A' }),
    aStudent(db, { class: '7A' }),
    aStudent(db, { class: '7A' }),
    aStudent(db),
  ]);
  const sell = async (student: typeof bia) =>
    aSale(pool, {
      seller: vera,
      ...(await saleParts(db)),
      student,
      createdAt: new Date('2026-02-10T12:00:00-03:00'),
    });
  const sold = [await sell(bia), await sell(old), await sell(bia)];
  await aRefund(db, { sale: await sell(davi), maker: vera, at: new Date('2026-02-11T12:00:00Z') });
  await shop.call('mergeStudents', { ...paramsOf(bia), body: { merged: old.id } });
  const period = { startDate: '2026-02-01', endDate: '2026-02-28' };
  const together = (ids: number[], days = period) =>
    shop.call('readStudentStatements', { token, body: { ids, ...days } });
  const students = [davi, eva, bia];
  const { body } = await together(students.map(({ id }) => id));
  expect(body).toHaveLength(3);
  for (const [place, student] of students.entries()) {
    const own = await shop.call('readStudentStatement', { ...paramsOf(student), query: period });
    expect(body[place]).toEqual(own.body);
  }
  expect(body[0]?.corrections).toHaveLength(1);
  expect(body[1]?.sales).toEqual([]);
  expect(body[2]?.sales.map(({ id }) => id)).toEqual(sold.map(({ id }) => id));

  expect((await together([bia.id, old.id])).problem).toMatchObject({ code: 'not_found' });
  expect((await together([eva.id], { ...period, endDate: '2026-02-30' })).problem).toMatchObject({
    code: 'invalid_day',
    field: 'body/endDate',
  });
});
