import type { ImportedEnrolment, ImportedProduct } from '@balcao/contract/imports.ts';
import { cents } from '@balcao/domain/money.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aClient, aProduct, aSalePayload, aStudent } from '../../testing/builders.ts';
import { openTestCounter } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { aVisitor } from '../../testing/signed-in.ts';

const counter = await openTestCounter(afterAll);
const { shop, cash } = counter;
const { db } = shop.owner;
const { token } = await aVisitor(shop, { name: 'Chefe', admin: true });

const numbered = <R>(rows: readonly R[]) => rows.map((row, index) => ({ line: index + 2, ...row }));

async function importProducts(given: readonly Omit<ImportedProduct, 'line'>[]) {
  const rows = numbered(given);
  const { preview } = (await shop.call('compareProducts', { token, body: { rows } })).body;
  const body = { rows, preview, file: 'tabela.xlsx' };
  expect((await shop.call('importProducts', { token, body })).status).toBe(200);
  return newest('products');
}
async function importRoll(given: readonly Omit<ImportedEnrolment, 'line'>[], renamed: number[]) {
  const rows = numbered(given);
  const { preview } = (await shop.call('compareRoll', { token, body: { rows } })).body;
  expect((await shop.call('importRoll', { token, body: { rows, preview, renamed } })).status).toBe(
    200,
  );
  return newest('roll');
}
async function newest(what: 'products' | 'roll') {
  const [first] = (await shop.call('listImports', { token, query: { what } })).body;
  if (!first) throw new Error('No import is listed');
  return first;
}
const undo = (id: number) => shop.call('undoImport', { token, id });
const ofCode = (code: string) =>
  db.selectFrom('products').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
const edit = async (code: string, fields: { name?: string; price?: number }) => {
  const { id, name, price_cents, active } = await ofCode(code);
  const body = { code, name, price: price_cents / 100, active, ...fields };
  expect((await shop.call('editProduct', { token, id, body })).status).toBe(200);
};

test('an import of products is undone once, but for what somebody changed, sold or deleted since', async () => {
  for (const code of ['A', 'B', 'C', 'D']) {
    await aProduct(db, { code, name: `Antigo ${code}`, price: cents(1000) });
  }
  const rows = ['A', 'B', 'C', 'D', 'N1', 'N2', 'N3'].map((code) => ({
    ...{ code, name: `Novo ${code}`, price: '20,00' },
  }));
  const made = await importProducts(rows);
  expect(made).toMatchObject({
    ...{ by: 'Chefe', file: 'tabela.xlsx', undone: null, can_undo: true },
    totals: [{ what: 'product', created: 3, edited: 4 }],
  });

  await edit('B', { price: 21 });
  // The import did not say whether it is for sale.
  await sql`UPDATE products SET active = false WHERE code = 'C'`.execute(db);
  await shop.call('deleteProduct', { token, id: (await ofCode('D')).id });
  const { id: second } = await ofCode('N2');
  const sold = aSalePayload({
    client: counter.client,
    items: [{ product: { ...(await ofCode('N1')), unitPrice: cents(2000) } }],
    payments: [{ method: cash, amount: cents(2000) }],
  });
  expect((await counter.sell(sold)).status).toBe(201);

  const mark = await lastAuditId(db);
  const undone = await undo(made.id);
  expect(undone.status).toBe(200);
  expect(undone.body).toMatchObject({ restored: 2, removed: 2, kept_count: 3 });
  expect(undone.body.kept).toEqual([
    { what: 'product', name: 'N1 · Novo N1', why: 'used' },
    { what: 'product', name: 'B · Novo B', why: 'changed' },
    { what: 'product', name: 'D · Novo D', why: 'gone' },
  ]);
  expect(await ofCode('A')).toMatchObject({ name: 'Antigo A', price_cents: 1000, active: true });
  expect(await ofCode('B')).toMatchObject({ name: 'Novo B', price_cents: 2100 });
  expect(await ofCode('C')).toMatchObject({ name: 'Antigo C', price_cents: 1000, active: false });
  expect((await ofCode('N1')).deleted_at).toBeNull();
  expect((await ofCode('N2')).deleted_at).not.toBeNull();

  const events = await auditAfter(db, mark);
  expect(events.map(({ action }) => action)).toEqual([
    ...Array(2).fill('product.edited'),
    ...Array(2).fill('product.deleted'),
  ]);
  expect(events[0]).toMatchObject({
    before: { name: 'Novo A', price: 20 },
    after: { name: 'Antigo A', price: 10, undone_change: made.id },
  });
  expect(events[2]).toMatchObject({ subject_id: second, before: { code: 'N2' } });
  // A lost answer is asked for again.
  expect((await undo(made.id)).body).toEqual(undone.body);
  expect(await auditAfter(db, mark)).toHaveLength(4);
  expect(await newest('products')).toMatchObject({
    can_undo: false,
    undone: { by: 'Chefe', rows: 4 },
  });
  expect(await violations(db)).toEqual([]);
});

test('nothing is undone after a day, nor when all of it has changed', async () => {
  const made = await importProducts([{ code: 'Z', name: 'Zebra', price: '1,00' }]);
  await edit('Z', { name: 'Outra' });
  expect((await undo(made.id)).problem.code).toBe('nothing_to_undo');
  await edit('Z', { name: 'Zebra' });
  const age = (hours: number) =>
    sql`UPDATE bulk_changes SET created_at = now() - make_interval(hours => ${hours})
      WHERE id = ${made.id}`.execute(db);
  await age(25);
  expect((await undo(made.id)).problem.code).toBe('undo_ended');
  await age(23);
  const both = await Promise.all([undo(made.id), undo(made.id)]);
  expect(both.map(({ body }) => body)).toEqual(
    Array(2).fill({ restored: 0, removed: 1, kept: [], kept_count: 0 }),
  );
  expect((await undo(99_999)).problem.code).toBe('not_found');
});

test('an import of the roll takes away whom it brought, and gives back the names; who was used stays', async () => {
  const [CPF, OTHER] = ['11144477735', '00000000191'];
  const old = await aStudent(db, { registration: '700', name: 'Rui Antes' });
  const renamed = await aStudent(db, { registration: '701', name: 'Lia Antes' });
  const guardian = await aClient(db, { cpf: OTHER, name: 'Olga' });
  const made = await importRoll(
    [
      { registration: '700', student: 'Rui Depois', class: '3A', cpf: CPF, client: 'Nova Mãe' },
      { registration: '701', student: 'Lia Depois', cpf: OTHER, client: 'Olga' },
      { registration: '702', student: 'Novo Aluno', cpf: CPF, client: 'Nova Mãe' },
      { registration: '703', student: 'Vendido', cpf: OTHER, client: 'Olga' },
    ],
    [2, 3],
  );
  const ids = async (registration: string) =>
    (
      await db
        .selectFrom('students')
        .select('id')
        .where('registration', '=', registration)
        .execute()
    ).map((row) => row.id);
  await shop.call('correctStudent', {
    ...{ token, id: renamed.id },
    body: { number: '701', name: 'Lia Corrigida' },
  });
  const [sold] = await ids('703');
  const payload = { ...counter.payload, student: sold as number };
  await shop.call('findStudents', { token: counter.token, query: { search: '703' } });
  expect((await counter.sell(payload)).status).toBe(201);

  const mark = await lastAuditId(db);
  const undone = await undo(made.id);
  expect(undone.body).toMatchObject({ restored: 1, removed: 6, kept_count: 2 });
  expect(undone.body.kept).toEqual([
    { what: 'student', name: '701 · Lia Corrigida', why: 'changed' },
    { what: 'student', name: '703 · Vendido', why: 'used' },
  ]);
  expect(await ids('702')).toEqual([]);
  expect(await ids('703')).toEqual([sold]);
  const clients = await db.selectFrom('clients').select('cpf').execute();
  expect(clients.map(({ cpf }) => cpf).sort()).toEqual([OTHER, counter.client.cpf].sort());
  expect((await shop.call('readStudent', { token, id: old.id })).body).toMatchObject({
    name: 'Rui Antes',
    class: '',
    companions: [],
  });
  expect((await shop.call('readClient', { token, id: guardian.id })).body.companions).toEqual([]);
  const events = await auditAfter(db, mark);
  expect(events.map(({ action }) => action).sort()).toEqual([
    'client.deleted',
    ...Array(4).fill('client.unlinked'),
    'student.deleted',
    'student.edited',
  ]);
  expect(JSON.stringify(events)).not.toMatch(/Antes|Depois|Nova|1114447/);
  expect(JSON.stringify(await db.selectFrom('bulk_changes').selectAll().execute())).not.toMatch(
    /Antes|Depois|Nova Mãe|1114447/,
  );
  expect(await violations(db)).toEqual([]);
});

test('an undo leaves a product that stands in a list of material, and a link that a hand made again', async () => {
  const products = await importProducts([
    { code: 'L1', name: 'Na lista', price: '1,00' },
    { code: 'L2', name: 'Fora', price: '1,00' },
  ]);
  const list = { code: '3ANO', name: '3º ano', valid_from: null, valid_to: null, active: true };
  const items = [{ product: (await ofCode('L1')).id, quantity: 2 }];
  await shop.call('createMaterialList', { token, body: { ...list, items } });
  const undone = (await undo(products.id)).body;
  expect(undone).toMatchObject({
    removed: 1,
    kept: [{ what: 'product', name: 'L1 · Na lista', why: 'used' }],
  });

  const roll = await importRoll(
    [
      { registration: '801', student: 'Ivo', cpf: '39053344705', client: 'Rosa' },
      { registration: '802', student: 'Eva', cpf: '39053344705', client: 'Rosa' },
    ],
    [],
  );
  const client = await db
    .selectFrom('clients')
    .select('id')
    .where('cpf', '=', '39053344705')
    .executeTakeFirstOrThrow();
  const student = await db
    .selectFrom('students')
    .select('id')
    .where('registration', '=', '801')
    .executeTakeFirstOrThrow();
  const linked = db.selectFrom('client_students').select('id').where('client_id', '=', client.id);
  const old = linked.where('student_id', '=', student.id);
  const { id } = await old.executeTakeFirstOrThrow();
  expect((await shop.call('deleteLink', { token, id })).status).toBe(200);
  const body = { client: client.id, student: student.id };
  expect((await shop.call('createLink', { token, body })).status).toBe(201);
  const rest = (await undo(roll.id)).body;
  expect(rest.kept.map(({ what, why }) => [what, why])).toEqual([
    ['link', 'changed'],
    ['client', 'used'],
    ['student', 'used'],
  ]);
  expect(await linked.execute()).toHaveLength(1);
});
