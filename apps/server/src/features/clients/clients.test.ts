import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCpf, aStudent } from '../../testing/builders.ts';
import { type Counter, openTestCounter } from '../../testing/counter.ts';
import { expectRefusal } from '../../testing/expect-refusal.ts';

/** Clients and students are found or made by the counter, often by two of them in the same second. */

let counter: Counter;

beforeAll(async () => {
  counter = await openTestCounter(afterAll);
});

const auditOf = async (action: string) => {
  const { rows } = await counter.shop.owner.pool.query(
    'SELECT * FROM audit_events WHERE action = $1 ORDER BY id',
    [action],
  );
  return rows;
};

test('ten counters that make the same client at once get one and the same', async () => {
  const { shop, token } = counter;
  const cpf = aCpf();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      shop.call('createClient', { token, body: { cpf, name: `Ana ${index}` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  const audit = await auditOf('client.created');
  expect(audit).toHaveLength(1);
  expect(audit[0]).toMatchObject({ subject_id: answers[0]?.body.id, before: null, after: null });
});

test('ten counters that make the same student at once get one and the same', async () => {
  const { shop, token } = counter;
  const body = { registration: '20269999999', name: '' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.call('createStudent', { token, body })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(answers[0]?.body).toMatchObject(body);
  expect(await auditOf('student.created')).toHaveLength(1);
});

test('who exists keeps the name that is there', async () => {
  const { shop, token, client, student } = counter;
  const { body } = await shop.call('createClient', {
    token,
    body: { cpf: client.cpf, name: 'Outra pessoa' },
  });
  expect(body).toEqual(client);
  const { registration } = student;
  const found = await shop.call('createStudent', { token, body: { registration, name: 'Outra' } });
  expect(found.body).toEqual(student);
});

test('only the whole number finds its owner', async () => {
  const { shop, token, client, student } = counter;
  const clients = async (search?: string) =>
    (await shop.call('findClients', { token, query: search === undefined ? {} : { search } })).body;
  expect(await clients('52998224725')).toEqual({ results: [client], total_pages: 1, count: 1 });
  expect((await clients('529.982.247-25')).results).toEqual([client]);
  for (const search of ['', '5299822472', '529982247251', 'Ana', '%', '_'.repeat(11), "' OR 1=1"]) {
    expect(await clients(search)).toEqual({ results: [], total_pages: 0, count: 0 });
  }
  expect(await clients()).toEqual({ results: [], total_pages: 0, count: 0 });

  await aStudent(shop.owner.db, { registration: '2026000000', name: 'Quase' });
  const students = await shop.call('findStudents', { token, query: { search: '20260000001' } });
  expect(students.body.results).toEqual([student]);
});

test('what is no client is refused, and nothing is written', async () => {
  const { shop, token } = counter;
  const right = { cpf: aCpf(), name: 'Ana' };
  const wrong: [string, unknown][] = [
    ['body/cpf', { ...right, cpf: '5299822472' }],
    ['body/cpf', { ...right, cpf: '529.982.247-25' }],
    ['body/cpf', { ...right, cpf: '５２９９８２２４７２５' }],
    ['body/cpf', { ...right, cpf: `${right.cpf}\n` }],
    ['body/cpf', { ...right, cpf: 52998224725 }],
    ['body/name', { ...right, name: '' }],
    ['body/name', { ...right, name: ' \u00a0 ' }],
    ['body/name', { ...right, name: 'A\u0000' }],
    ['body/name', { ...right, name: 'x'.repeat(201) }],
    ['body/name', { ...right, name: null }],
    ['body/name', { cpf: right.cpf }],
    ['body/id', { ...right, id: 1 }],
  ];
  for (const [field, body] of wrong) {
    await expectRefusal(
      shop.owner.db,
      () =>
        fetch(`${shop.origin}/api/pdv/clients/`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      { code: 'invalid_request', field },
    );
  }
});

test('a name may hold anything that is text, and comes back as it was', async () => {
  const { shop, token } = counter;
  for (const name of [
    "D'Ávila & <b>Filhos</b>",
    '李小龙',
    '😀 Zé',
    '"; DROP TABLE clients; --',
    'x'.repeat(200),
  ]) {
    const cpf = aCpf();
    await shop.call('createClient', { token, body: { cpf, name } });
    const { body } = await shop.call('findClients', { token, query: { search: cpf } });
    expect(body.results[0]?.name).toBe(name);
  }
});
