import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSalePayload,
  aUser,
  PASSWORD,
} from '../../testing/builders.ts';
import { aVisitor, signIn } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true, name: 'Chefe' });
const { token } = admin;

const ANA = { name: 'Ana', email: 'ana@escola.br', active: true, admin: false };

const create = (body: typeof ANA) => shop.call('createUser', { token, body });
const edit = (id: number, body: typeof ANA) =>
  shop.call('editUser', { token, params: { id: String(id) }, body: { id, ...body } });
const remove = (id: number) => shop.call('deleteUser', { token, params: { id: String(id) } });

test('a provisional password works for 24 hours, and then only to change it', async () => {
  const { body } = await create({ ...ANA, email: 'provisoria' });
  const sold = async (password: string) => {
    const vera = await signIn(shop, { ...body, login: 'provisoria' }, password);
    return { vera, status: (await shop.call('listActiveProducts', { token: vera.token })).status };
  };
  const pass = async (hours: number) =>
    db
      .updateTable('users')
      .set({ provisional_until: sql`provisional_until - make_interval(mins => ${hours * 60 - 1})` })
      .where('id', '=', body.id)
      .execute();
  const login = (password: string) =>
    shop.call('login', { body: { username: 'provisoria', password } });
  await pass(24);
  expect((await sold(body.temporary_password)).status).toBe(200);
  await pass(24);
  const { vera, status } = await sold(body.temporary_password);
  expect(status).toBe(403);
  expect((await login(body.temporary_password)).body.user.password_expired).toBe(true);

  const reset = await shop.call('resetPassword', { token, params: { id: String(body.id) } });
  expect((await sold(reset.body.temporary_password)).status).toBe(200);
  await pass(25);
  const again = await signIn(shop, vera, reset.body.temporary_password);
  const changed = await shop.call('changePassword', {
    token: again.token,
    body: {
      old_password: reset.body.temporary_password,
      new_password: 'uma-senha-melhor',
      confirm_new_password: 'uma-senha-melhor',
    },
  });
  expect(changed.status).toBe(200);
  expect((await shop.call('listActiveProducts', { token: again.token })).status).toBe(200);
  const renewed = (await login('uma-senha-melhor')).body.user;
  expect(renewed).toMatchObject({ must_change_password: false });
  expect(renewed).not.toHaveProperty('password_expired');
});

test('a login is the same however its letters and spaces are typed', async () => {
  const created = await create({ ...ANA, name: 'Joa\u0303o  Lima', email: ' Joa\u0303o  Lima ' });
  expect(created.body).toMatchObject({ name: 'Jo\u00e3o Lima', email: 'Jo\u00e3o Lima' });
  const password = created.body.temporary_password;
  for (const username of ['JO\u00c3O LIMA', ' joa\u0303o   lima\u00a0']) {
    expect((await shop.call('login', { body: { username, password } })).status).toBe(200);
  }
  expect((await create({ ...ANA, email: 'jo\u00e3o lima' })).problem.code).toBe('login_taken');
  const refused = { status: 422, code: 'unfit_text', field: 'body/email' };
  expect((await create({ ...ANA, email: 'a\0b' })).problem).toMatchObject(refused);
});

test('an administrator who is being edited goes on selling', async () => {
  const boss = await aVisitor(shop, { admin: true });
  const product = await aProduct(db);
  const method = await aPaymentMethod(db);
  const body = aSalePayload({
    client: await aClient(db),
    items: [{ product }],
    payments: [{ method, amount: product.unitPrice }],
  });
  // The change waits in its middle for somebody who is taking the same login.
  const letGo = await hold(db, (tx) => aUser(tx, { login: 'tomado' }));
  const editing = edit(boss.id, { name: boss.name, email: 'tomado', active: true, admin: true });
  await untilBlocked(db);
  expect((await shop.call('createSale', { token: boss.token, body })).status).toBe(201);
  await letGo();
  expect((await editing).problem.code).toBe('login_taken');
});

test('created, edited and deleted, each with its words and its row in the audit', async () => {
  const before = await lastAuditId(db);
  const created = await create({ ...ANA, name: ' Ana ', email: ' ana@escola.br ' });
  const { id, temporary_password: password } = created.body;
  expect(created).toMatchObject({
    status: 201,
    body: { ...ANA, message: 'Usuário criado com sucesso!' },
  });
  expect(password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  const changed = { name: 'Ana Lima', email: 'ana', active: false, admin: true };
  const edited = await edit(id, changed);
  expect(edited).toMatchObject({ status: 200, body: { id, ...changed } });
  expect(edited.body).toEqual({ id, ...changed, message: 'Usuário Editado com sucesso!' });
  expect(await remove(id)).toMatchObject({
    status: 200,
    body: { message: 'Usuário excluído com sucesso!' },
  });
  const by = { actor_id: admin.id, actor_name: 'Chefe', subject_id: id };
  const audit = await auditAfter(db, before);
  expect(audit).toMatchObject([
    { ...by, action: 'user.created', before: null, after: { id, ...ANA } },
    { ...by, action: 'user.edited', before: { id, ...ANA }, after: { id, ...changed } },
    { ...by, action: 'user.deleted', before: { id, ...changed }, after: null },
  ]);
  expect(JSON.stringify(audit)).not.toContain(password);
  expect(JSON.stringify(audit)).not.toContain('argon2');
});

test('a new user signs in with the provisional password and is asked to change it', async () => {
  const { body } = await create({ ...ANA, email: 'nova' });
  const answer = await shop.call('login', {
    body: { username: 'NOVA', password: body.temporary_password },
  });
  expect(answer).toMatchObject({ status: 200, body: { user: { must_change_password: true } } });
});

test('a login is taken in whatever case, until its user is deleted', async () => {
  const first = await create({ ...ANA, email: 'José' });
  const other = await create({ ...ANA, email: 'outro' });
  const before = await tableSnapshot(db);
  for (const same of ['José', 'JOSÉ', ' josé ']) {
    const refused = { status: 409, code: 'login_taken', field: 'email' };
    expect((await create({ ...ANA, email: same })).problem).toMatchObject(refused);
    expect((await edit(other.body.id, { ...ANA, email: same })).problem).toMatchObject(refused);
  }
  expect(await tableSnapshot(db)).toEqual(before);
  await remove(first.body.id);
  const again = await create({ ...ANA, email: 'josé' });
  expect(again.status).toBe(201);
  // The old password belongs to the one who is gone.
  for (const [password, status] of [
    [first.body.temporary_password, 401],
    [again.body.temporary_password, 200],
  ] as const) {
    const body = { username: 'josé', password };
    expect((await shop.call('login', { body })).status).toBe(status);
  }
});

test('lists name no field but those of the contract, and hold no deleted one', async () => {
  const gone = await aUser(db, { name: 'Excluída zq' });
  await remove(gone.id);
  const there = await aUser(db, { name: 'Presente zq', login: 'presente' });
  const { body } = await shop.call('listUsers', { token, query: { search: 'ZQ' } });
  expect(body.results).toEqual([
    { id: there.id, name: 'Presente zq', email: 'presente', active: true, admin: false },
  ]);
  const byLogin = await shop.call('listUsers', { token, query: { search: 'PRESENT' } });
  expect(byLogin.body.results).toHaveLength(1);
});

test('an edited user keeps their password and, with another login, uses that', async () => {
  const user = await aUser(db, { login: 'antes' });
  await edit(user.id, { ...ANA, email: 'depois' });
  await signIn(shop, { ...user, login: 'depois' });
  const old = { username: 'antes', password: PASSWORD };
  expect((await shop.call('login', { body: old })).status).toBe(401);
});

test.each<[string, unknown]>([
  ['body/name', { ...ANA, name: ' ' }],
  ['body/email', { ...ANA, email: '' }],
  ['body/admin', { ...ANA, admin: 1 }],
  ['body/password', { ...ANA, password: 'escolhida-por-mim' }],
  ['body/admin', { name: 'Ana', email: 'x', active: true }],
])('%s wrong: not understood, and nothing changes', async (field, body) => {
  const before = await tableSnapshot(db);
  const { problem } = await shop.call('createUser', { token, body: body as typeof ANA });
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', field });
  expect(await tableSnapshot(db)).toEqual(before);
});
