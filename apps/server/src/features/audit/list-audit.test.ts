import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { QueryOf } from '@balcao/contract/endpoint-types.ts';
import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { anAuditEvent } from '../../testing/books.ts';
import { aClient, aProduct, aSale, aStudent, aUser, saleParts } from '../../testing/builders.ts';
import { aRefund } from '../../testing/corrections.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { correctPerson, createLink, mergeRecords } from '../people/changes.service.ts';
import { type Actor, recordAudit } from './audit.service.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const vera = await aUser(db, { name: 'Vera Conceição', login: 'vera' });
const joao = await aUser(db, { name: 'João', login: 'joao@escola.br', admin: true });
const token = await anAccess(db, joao.id);

const closing = { seller_id: vera.id, date: '2026-11-03', total_final: 57.4 };
const edit = { before: { id: 3, price: 1.5 }, after: { id: 3, price: 2 } };
const events: [at: string, Actor, AuditAction, object?][] = [
  ['2026-11-02T02:59:59.999Z', vera, 'session.started', { subjectId: vera.id }],
  ['2026-11-02T03:00:00Z', vera, 'session.ended', { subjectId: vera.id }],
  ['2026-11-03T02:59:59Z', null, 'session.refused'],
  ['2026-11-03T03:00:00Z', joao, 'password.reset', { subjectId: vera.id }],
  ['2026-11-04T12:00:00Z', joao, 'box.closed', { subjectId: 7, after: closing }],
  ['2026-11-05T12:00:00Z', joao, 'product.edited', { subjectId: 3, ...edit }],
];
for (const [at, actor, action, fields] of events) {
  await anAuditEvent(db, new Date(at), actor, action, fields);
}

type Query = QueryOf<Endpoints['listAudit']>;
const list = (query: Query = {}) => shop.call('listAudit', { token, query });
const actions = async (query: Query) =>
  (await list(query)).body.results.map(({ action }) => action);

test('newest first, page by page, with who, what, when, before and after', async () => {
  const { body } = await list({ page: '1', page_size: '2' });
  expect(body).toMatchObject({ count: 6, total_pages: 3 });
  const byJoao = { id: expect.any(Number), actor_id: joao.id, actor_name: 'João' };
  expect(body.results).toEqual([
    {
      ...byJoao,
      at: '2026-11-05T12:00:00.000Z',
      action: 'product.edited',
      subject_id: 3,
      person: null,
      ...edit,
      actor_key: 'joao@escola.br',
      subject_key: null,
    },
    {
      ...byJoao,
      at: '2026-11-04T12:00:00.000Z',
      action: 'box.closed',
      subject_id: 7,
      person: 'Vera Conceição',
      before: null,
      after: closing,
      actor_key: 'joao@escola.br',
      subject_key: null,
    },
  ]);
  const second = await list({ page: '2', page_size: '2' });
  expect(second.body.results).toMatchObject([
    { action: 'password.reset', person: 'Vera Conceição' },
    { action: 'session.refused', actor_id: null, actor_name: null, person: null },
  ]);
  expect((await list({ page: '4', page_size: '2' })).body.results).toEqual([]);
});

test('by person: id, part of the name without accents, or login', async () => {
  const veras = ['session.ended', 'session.started'];
  expect(await actions({ user: String(vera.id) })).toEqual(veras);
  expect(await actions({ user: ' conceicao ' })).toEqual(veras);
  expect(await actions({ user: 'JOAO@' })).toHaveLength(3);
  expect(await actions({ user: '%' })).toEqual([]);
  expect(await actions({ user: '' })).toHaveLength(6);
});

test('by kind, and by whole days in São Paulo', async () => {
  expect(await actions({ kind: 'session.refused' })).toEqual(['session.refused']);
  const day = { startDate: '2026-11-02', endDate: '2026-11-02' };
  expect(await actions(day)).toEqual(['session.refused', 'session.ended']);
  expect(await actions({ ...day, user: 'vera' })).toEqual(['session.ended']);
  expect(await actions({ endDate: '2026-11-01' })).toEqual(['session.started']);
});

test('of one sale, with the papers of its corrections', async () => {
  const sale = await aSale(shop.owner.pool, { seller: vera, ...(await saleParts(db)) });
  const refund = await aRefund(db, { sale, maker: vera });
  const after = { sale: sale.id };
  await recordAudit(db, joao, 'sale.reprinted', { subjectId: sale.id });
  await recordAudit(db, vera, 'correction.reprinted', { subjectId: refund.id, after });
  // The same numbers, of others.
  await recordAudit(db, vera, 'client.edited', { subjectId: sale.id });
  await recordAudit(db, vera, 'sale.reprinted', { subjectId: sale.id + 1 });
  const elsewhere = { sale: sale.id + 1 };
  await recordAudit(db, vera, 'correction.reprinted', { subjectId: sale.id, after: elsewhere });
  const done = ['correction.reprinted', 'sale.reprinted', 'sale.refunded', 'sale.created'];
  expect(await actions({ sale: `${sale.id}` })).toEqual(done);
  expect(await actions({ sale: `${sale.id}`, user: 'joao' })).toEqual(['sale.reprinted']);
});

test('by area: money, records, access; a common kind is counted with the others', async () => {
  const areas = ['money', 'records', 'access'] as const;
  const lists = await Promise.all(areas.map((kind) => list({ kind, page_size: '1000' })));
  const all = (await list({ page_size: '1000' })).body;
  expect(lists.map(({ body }) => body.count)).toEqual(lists.map(({ body }) => body.results.length));
  expect(lists.flatMap(({ body }) => body.results.map(({ id }) => id)).sort()).toEqual(
    all.results.map(({ id }) => id).sort(),
  );
  expect(await actions({ kind: 'money', endDate: '2026-11-05' })).toEqual(['box.closed']);
  expect(await actions({ kind: 'records', endDate: '2026-11-05' })).toEqual(['product.edited']);
});

test('about a sale, a person or a product, with what still exists to open', async () => {
  const parts = await saleParts(db);
  const sale = await aSale(shop.owner.pool, { seller: vera, ...parts });
  const [old, kept] = [await aClient(db, { name: 'Zilda Prado' }), await aClient(db)];
  const child = await aStudent(db, { name: 'Zeca Prado' });
  const product = await aProduct(db, { code: '9021', name: 'Zarcão' });
  const [boss, gone] = [
    await aUser(db, { name: 'Zulmira' }),
    await aProduct(db, { name: 'Zinco' }),
  ];
  const record = (action: AuditAction, subjectId: number, fields = {}) =>
    recordAudit(db, joao, action, { subjectId, ...fields });
  await record('client.created', old.id);
  await mergeRecords(db, joao, 'client', { id: kept.id, merged: old.id });
  await createLink(db, joao, { client: kept.id, student: child.id });
  await correctPerson(db, joao, 'student', { id: child.id, number: child.registration, name: 'Z' });
  await record('product.edited', product.id, { before: { name: 'X' }, after: { name: 'Y' } });
  await shop.call('deleteProduct', { token, id: gone.id });
  await record('password.reset', boss.id);
  await record('approval.given', vera.id, { after: { action: 'refund', subject: sale.id } });

  const about = async (text: string) =>
    (await list({ about: text })).body.results.map(({ action, subject_key }) => [
      action,
      subject_key,
    ]);
  // A number is also the code of a product.
  expect(await about(`${sale.id}`)).toContainEqual(['sale.created', `${sale.id}`]);
  expect(await about(`venda nº ${sale.id}`)).toContainEqual(['sale.created', `${sale.id}`]);
  expect(await about('prado zilda')).toEqual([
    ['client.linked', `${kept.id}`],
    ['client.merged', `${kept.id}`],
    ['client.created', `${kept.id}`],
  ]);
  expect(await about(`Cliente nº ${kept.id}`)).toEqual(await about('ZILDA'));
  // By a name of before, and by the links of a client that name the student.
  expect(await about('zeca')).toEqual([
    ['student.edited', `${child.id}`],
    ['client.linked', `${kept.id}`],
  ]);
  expect(await about(`aluno nº ${child.id}`)).toEqual(await about('zeca'));
  for (const text of ['zarcao', '9021', `Produto nº ${product.id}`])
    expect((await about(text))[0]).toEqual(['product.edited', '9021 Zarcão']);
  expect(await about('zinco')).toEqual([['product.deleted', null]]);
  expect(await about('zulmira')).toEqual([['password.reset', boss.login]]);
  expect(await actions({ about: 'zulmira', kind: 'money' })).toEqual([]);
  expect((await list({ about: '%' })).body.count).toBe(0);
  const [approval] = (await list({ kind: 'approval.given' })).body.results;
  expect(approval).toMatchObject({ subject_key: `${sale.id}`, actor_key: 'joao@escola.br' });
  const cpf = await list({ about: '529.982.247-25' });
  expect(cpf.problem).toMatchObject({ code: 'invalid_request', field: 'querystring/about' });
});

test('a kind or a day that does not exist is refused', async () => {
  const { problem } = await list({ startDate: '2026-02-30' });
  expect(problem).toMatchObject({ status: 422, code: 'invalid_day' });
  const unknown = await list({ kind: 'sale.invented' as 'sale.created' });
  expect(unknown.problem).toMatchObject({ code: 'invalid_request', field: 'querystring/kind' });
});
