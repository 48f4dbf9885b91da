import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aCpf } from '../../testing/builders.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const seller = await aVisitor(shop, { name: 'Vera' });
const { token } = seller;

const create = (cpf: string, name: string) =>
  shop.call('createClient', { token, body: { cpf, name } });
const find = (query: Record<string, string>) => shop.call('findClients', { token, query });

test('a new client is returned, stored, and audited without CPF and name', async () => {
  const cpf = aCpf();
  const before = await lastAuditId(db);
  const created = await create(cpf, '  Ana Lima ');
  expect(created).toMatchObject({ status: 201 });
  expect(created.body).toEqual({ id: expect.any(Number), cpf, name: 'Ana Lima' });
  expect((await find({ search: cpf })).body).toEqual({
    results: [created.body],
    count: 1,
    total_pages: 1,
  });
  const audit = await auditAfter(db, before);
  expect(audit).toMatchObject([
    {
      action: 'client.created',
      actor_id: seller.id,
      actor_name: 'Vera',
      subject_id: created.body.id,
      before: null,
      after: null,
    },
  ]);
  expect(JSON.stringify(audit)).not.toMatch(new RegExp(`${cpf}|Ana Lima`));
});

test('an existing CPF returns its client, with the stored name, and changes nothing', async () => {
  const client = await aClient(db, { name: 'Primeira' });
  const before = await tableSnapshot(db);
  expect(await create(client.cpf, 'Segunda')).toMatchObject({ status: 201, body: client });
  expect(await tableSnapshot(db)).toEqual(before);
});

test('twenty who add one CPF at once get one client', async () => {
  const cpf = aCpf();
  const before = await lastAuditId(db);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create(cpf, `Ana ${n}`)),
  );
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await auditAfter(db, before)).toHaveLength(1);
});

test('only the whole CPF finds its owner', async () => {
  const { cpf } = await aClient(db, { name: 'Só Ela' });
  const masked = cpf.replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4');
  expect((await find({ search: masked })).body.count).toBe(1);
  for (const search of [
    cpf.slice(0, 10),
    cpf.slice(1),
    `${cpf}0`,
    'Só Ela',
    '%',
    '',
    '___________',
  ]) {
    expect((await find({ search })).body).toEqual({ results: [], count: 0, total_pages: 0 });
  }
  expect((await find({})).body.results).toEqual([]);
  expect((await find({ search: cpf, page: '2' })).body).toEqual({
    results: [],
    count: 1,
    total_pages: 1,
  });
});

test('the refusal of a malformed client does not repeat the CPF', async () => {
  for (const cpf of ['529.982.247-25', '5299822472', '529982247255']) {
    const { problem } = await create(cpf, 'Ana');
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(JSON.stringify(problem)).not.toMatch(/529/);
  }
});

test('wrong check digits are a warning of the screen and no wall here', async () => {
  expect((await create('11111111111', 'Estrangeiro')).status).toBe(201);
});
