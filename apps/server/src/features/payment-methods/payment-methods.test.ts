import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aVisitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true });
const { token } = admin;

const create = (name: string) => shop.call('createPaymentMethod', { token, body: { name } });
const rename = (id: number, name: string) =>
  shop.call('editPaymentMethod', { token, params: { id: String(id) }, body: { id, name } });
const remove = (id: number) =>
  shop.call('deletePaymentMethod', { token, params: { id: String(id) } });

test('created, renamed and deleted, each with its words and its row in the audit', async () => {
  const before = await lastAuditId(db);
  const created = await create(' Boleto ');
  const { id } = created.body;
  expect(created).toMatchObject({
    status: 201,
    body: { name: 'Boleto', message: 'Forma de pagamento criada com sucesso!' },
  });
  expect(await rename(id, 'Boleto bancário')).toMatchObject({
    status: 200,
    body: { id, name: 'Boleto bancário', message: 'Forma de pagamento editada com sucesso!' },
  });
  expect(await remove(id)).toMatchObject({
    status: 200,
    body: { message: 'Forma de pagamento excluída com sucesso!' },
  });
  const by = { actor_id: admin.id, subject_id: id };
  const [old, changed] = [
    { id, name: 'Boleto' },
    { id, name: 'Boleto bancário' },
  ];
  expect(await auditAfter(db, before)).toMatchObject([
    { ...by, action: 'payment_method.created', before: null, after: old },
    { ...by, action: 'payment_method.edited', before: old, after: changed },
    { ...by, action: 'payment_method.deleted', before: changed, after: null },
  ]);
});

test('a name is taken without regard to case, accents and spaces, until it is deleted', async () => {
  const first = await create('Cartão de débito');
  const other = await create('Vale');
  const before = await tableSnapshot(db);
  for (const same of ['Cartão de débito', 'CARTAO DE DEBITO', ' cartão  de débito ']) {
    const refused = { status: 409, code: 'name_taken', field: 'name' };
    expect((await create(same)).problem).toMatchObject(refused);
    expect((await rename(other.body.id, same)).problem).toMatchObject(refused);
  }
  expect(await tableSnapshot(db)).toEqual(before);
  expect((await rename(first.body.id, 'Cartao de debito')).status).toBe(200);
  await remove(first.body.id);
  expect((await create('Cartão de débito')).status).toBe(201);
});
