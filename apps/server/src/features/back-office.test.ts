import { afterAll, describe, expect, test } from 'vitest';
import { openTestShop } from '../testing/app.ts';
import { auditAfter, lastAuditId } from '../testing/books.ts';
import { aVisitor } from '../testing/signed-in.ts';
import { tableSnapshot } from '../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true, name: 'Chefe' });
const { token } = admin;

/** What the administrator keeps has one set of calls; `unique` is the field that no two rows share. */
const kinds = [
  {
    call: 'Product',
    table: 'products',
    action: 'product',
    typed: { code: '  10 ', name: ' Camiseta  ', price: 49.9, active: true },
    kept: { code: '10', name: 'Camiseta', price: 49.9, active: true },
    changed: { code: '11', name: 'Camiseta azul', price: 0.07, active: false },
    words: ['Produto criado', 'Produto Editado', 'Produto excluído'],
    unique: 'code',
    same: ['Ção-1', 'çÃO-1', ' ção-1 '],
    taken: 'code_taken',
  },
  {
    call: 'User',
    table: 'users',
    action: 'user',
    typed: { name: ' Ana ', email: ' ana@escola.br ', active: true, admin: false },
    kept: { name: 'Ana', email: 'ana@escola.br', active: true, admin: false },
    changed: { name: 'Ana Lima', email: 'ana', active: false, admin: true },
    words: ['Usuário criado', 'Usuário Editado', 'Usuário excluído'],
    unique: 'email',
    same: ['José', 'JOSÉ', ' josé '],
    taken: 'login_taken',
  },
  {
    call: 'PaymentMethod',
    table: 'payment_methods',
    action: 'payment_method',
    typed: { name: ' Boleto ' },
    kept: { name: 'Boleto' },
    changed: { name: 'Boleto bancário' },
    words: [
      'Forma de pagamento criada',
      'Forma de pagamento editada',
      'Forma de pagamento excluída',
    ],
    unique: 'name',
    same: ['Cartão de débito', 'CARTAO DE DEBITO', ' cartão  de débito '],
    taken: 'name_taken',
  },
] as const;

describe.each(kinds)('$table', ({ call, table, action, typed, kept, changed, words, ...kind }) => {
  const create = (body: object) =>
    shop.call(`create${call}` as 'createUser', { token, body: body as never });
  const target = (id: number) => ({ token, id });
  const edit = (id: number, body: object) =>
    shop.call(`edit${call}` as 'editUser', { ...target(id), body: { id, ...body } as never });
  const remove = (id: number) => shop.call(`delete${call}` as 'deleteUser', target(id));

  // Specification: 3.10, 7.2
  test('created, edited and deleted, each with its words and its row in the audit', async () => {
    const before = await lastAuditId(db);
    const [onCreation, onEdit, onDeletion] = words.map((each) => `${each} com sucesso!`);
    const created = await create(typed);
    expect(created).toMatchObject({ status: 201, body: { ...kept, message: onCreation } });
    const { id, temporary_password: password } = created.body;
    const edited = await edit(id, changed);
    expect(edited.status).toBe(200);
    expect(edited.body).toEqual({ id, ...changed, message: onEdit });
    expect(await remove(id)).toMatchObject({ status: 200, body: { message: onDeletion } });

    const by = { actor_id: admin.id, actor_name: 'Chefe', subject_id: id };
    const audit = await auditAfter(db, before);
    expect(audit).toMatchObject([
      { ...by, action: `${action}.created`, before: null, after: { id, ...kept } },
      { ...by, action: `${action}.edited`, before: { id, ...kept }, after: { id, ...changed } },
      { ...by, action: `${action}.deleted`, before: { id, ...changed }, after: null },
    ]);
    const isUser = table === 'users';
    expect(password).toEqual(isUser ? expect.stringMatching(/^[a-hjkmnp-z2-9]{12}$/) : undefined);
    for (const secret of [password ?? 'argon2', 'argon2']) {
      expect(JSON.stringify(audit)).not.toContain(secret);
    }
    const deletion = db.selectFrom(table).select(['name', 'deleted_by', 'deleted_at']);
    expect(await deletion.where('id', '=', id).executeTakeFirst()).toEqual({
      name: changed.name,
      deleted_by: admin.id,
      deleted_at: expect.any(Date),
    });
  });

  test(`a ${kind.unique} is taken, ignoring case and spaces, until its row is deleted`, async () => {
    const { unique, same, taken } = kind;
    const first = await create({ ...kept, [unique]: same[0] });
    const other = await create({ ...kept, [unique]: 'outro' });
    const before = await tableSnapshot(db);
    for (const value of same) {
      const body = { ...kept, [unique]: value };
      const refused = { status: 409, code: taken, field: unique };
      expect((await create(body)).problem).toMatchObject(refused);
      expect((await edit(other.body.id, body)).problem).toMatchObject(refused);
    }
    expect(await tableSnapshot(db)).toEqual(before);
    // A row does not clash with itself.
    expect((await edit(first.body.id, { ...kept, [unique]: same[1] })).status).toBe(200);
    await remove(first.body.id);
    expect((await create({ ...kept, [unique]: same[0] })).status).toBe(201);
  });
});

test('no payment method is called as the credit of an exchange', async () => {
  for (const name of ['Troca', ' TROCA ']) {
    const { problem } = await shop.call('createPaymentMethod', { token, body: { name } });
    expect(problem).toMatchObject({ status: 409, code: 'name_taken', field: 'name' });
  }
});
