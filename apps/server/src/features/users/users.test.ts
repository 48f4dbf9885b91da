import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../testing/app.ts';
import { auditAfter, hold, lastAuditId, untilBlocked } from '../../testing/books.ts';
import { aSalePayload, aUser, PASSWORD, saleParts } from '../../testing/builders.ts';
import { aVisitor, signIn, type Visitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';
import { makeFirstAdministrator } from './first-start.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true, name: 'Chefe' });
const { token } = admin;

const ANA = { name: 'Ana', email: 'ana@escola.br', active: true, admin: false };

const create = (body: typeof ANA) => shop.call('createUser', { token, body });
const target = (id: number) => ({ token, id });
const edit = (id: number, body: typeof ANA) =>
  shop.call('editUser', { ...target(id), body: { id, ...body } });
const remove = (id: number) => shop.call('deleteUser', target(id));
const login = (username: string, password: string) =>
  shop.call('login', { body: { username, password } });

test('a provisional password works for 24 hours, and then only to change it', async () => {
  const { body } = await create({ ...ANA, email: 'provisoria' });
  const enter = async (password: string) => {
    const { access, user } = (await login('PROVISORIA', password)).body;
    const { status } = await shop.call('listActiveProducts', { token: access });
    return { access, user, status };
  };
  const letPass = (interval: string) =>
    sql`UPDATE users SET provisional_until = provisional_until - ${interval}::interval
      WHERE id = ${body.id}`.execute(db);
  await letPass('23 hours 59 minutes');
  const early = await enter(body.temporary_password);
  expect(early).toMatchObject({ status: 200, user: { must_change_password: true } });
  await letPass('1 minute');
  const late = await enter(body.temporary_password);
  expect(late).toMatchObject({ status: 403, user: { password_expired: true } });

  const before = await lastAuditId(db);
  const reset = await shop.call('resetPassword', target(body.id));
  const again = reset.body.temporary_password;
  expect(again).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  const ids = { actor_id: admin.id, subject_id: body.id };
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'password.reset', ...ids, before: null, after: null },
  ]);
  expect((await login('provisoria', body.temporary_password)).status).toBe(401);
  expect((await enter(again)).status).toBe(200);
  await letPass('25 hours');
  const { access } = await enter(again);
  const next = 'uma-senha-melhor';
  const passwords = { old_password: again, new_password: next, confirm_new_password: next };
  const changed = await shop.call('changePassword', { token: access, body: passwords });
  expect(changed.status).toBe(200);
  expect((await shop.call('listActiveProducts', { token: access })).status).toBe(200);
  const { user } = await enter(next);
  expect(user).toMatchObject({ must_change_password: false });
  expect(user).not.toHaveProperty('password_expired');
});

test('a login is the same with decomposed letters and other spaces', async () => {
  const created = await create({ ...ANA, name: 'Joa\u0303o  Lima', email: ' Joa\u0303o  Lima ' });
  expect(created.body).toMatchObject({ name: 'Jo\u00e3o Lima', email: 'Jo\u00e3o Lima' });
  const password = created.body.temporary_password;
  for (const username of ['JO\u00c3O LIMA', ' joa\u0303o   lima\u00a0']) {
    expect((await login(username, password)).status).toBe(200);
  }
  expect((await create({ ...ANA, email: 'jo\u00e3o lima' })).problem.code).toBe('login_taken');
  const refused = { status: 422, code: 'unfit_text', field: 'body/email' };
  expect((await create({ ...ANA, email: 'a\0b' })).problem).toMatchObject(refused);
});

test('an administrator can sell while their user is being edited', async () => {
  const boss = await aVisitor(shop, { admin: true });
  const body = aSalePayload(await saleParts(db));
  // The change waits for a transaction that takes the same login.
  const letGo = await hold(db, (tx) => aUser(tx, { login: 'tomado' }));
  const editing = edit(boss.id, { name: boss.name, email: 'tomado', active: true, admin: true });
  await untilBlocked(db);
  expect((await shop.call('createSale', { token: boss.token, body })).status).toBe(201);
  await letGo();
  expect((await editing).problem.code).toBe('login_taken');
});

// Specification: 3.11
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

test('a deleted user’s password opens nothing, also when another user has the login', async () => {
  const first = await create({ ...ANA, email: 'José' });
  await remove(first.body.id);
  const again = await create({ ...ANA, email: 'josé' });
  expect((await login('josé', first.body.temporary_password)).status).toBe(401);
  expect((await login('josé', again.body.temporary_password)).status).toBe(200);
});

test('an edited user keeps the password and signs in with the new login', async () => {
  const user = await aUser(db, { login: 'antes' });
  await edit(user.id, { ...ANA, email: 'depois' });
  await signIn(shop, { ...user, login: 'depois' });
  expect((await login('antes', PASSWORD)).status).toBe(401);
});

test.each<[string, unknown]>([
  ['body/name', { ...ANA, name: ' ' }],
  ['body/email', { ...ANA, email: '' }],
  ['body/admin', { ...ANA, admin: 1 }],
  ['body/password', { ...ANA, password: 'escolhida-por-mim' }],
  ['body/admin', { name: 'Ana', email: 'x', active: true }],
])('an invalid %s is refused and changes nothing', async (field, body) => {
  const before = await tableSnapshot(db);
  const { problem } = await shop.call('createUser', { token, body: body as typeof ANA });
  expect(problem).toMatchObject({ status: 400, code: 'invalid_request', field });
  expect(await tableSnapshot(db)).toEqual(before);
});

type Change = (
  server: TestShop,
  by: Visitor,
  of: Visitor,
) => Promise<{ status: number; problem: unknown }>;

const edited =
  (change: { active: boolean; admin: boolean }): Change =>
  (server, by, { id, name, login: email }) => {
    return server.call('editUser', { token: by.token, id, body: { name, email, ...change } });
  };

const changes: [string, Change][] = [
  ['demoted', edited({ active: true, admin: false })],
  ['deactivated', edited({ active: false, admin: true })],
  ['demoted and deactivated', edited({ active: false, admin: false })],
  ['deleted', ({ call }, { token }, { id }) => call('deleteUser', { token, id })],
];

test.each(changes)(
  'the last active administrator cannot be %s; of two who try, one stays',
  async (_how, change) => {
    const server = await openTestShop();
    const boss = await aVisitor(server, { admin: true });
    await aUser(server.owner.db, { admin: true, active: false });
    await aUser(server.owner.db, { admin: false });
    const before = await tableSnapshot(server.owner.db);
    const refused = { status: 409, code: 'last_administrator' };
    expect((await change(server, boss, boss)).problem).toMatchObject(refused);
    expect(await tableSnapshot(server.owner.db)).toEqual(before);
    expect((await server.call('listUsers', { token: boss.token })).status).toBe(200);

    const other = await aVisitor(server, { admin: true });
    const answers = await Promise.all([change(server, boss, other), change(server, other, boss)]);
    const [first, second] = answers.map(({ status }) => status).sort();
    expect(first).toBe(200);
    // 401 if the loser's session has ended before their own change is handled.
    expect([401, 409]).toContain(second);
    const left = 'SELECT FROM users WHERE admin AND active AND deleted_at IS NULL';
    expect((await server.owner.pool.query(left)).rowCount).toBe(1);
  },
);

test.each([
  ['mudar123', true],
  ['Chefe@Escola.br', true],
  ['uma frase que ninguem tem', false],
])('the first administrator has to change the password %s: %s', async (password, must) => {
  const server = await openTestShop();
  const login = 'chefe@escola.br';
  const made = await makeFirstAdministrator(server.connection.db, { login, password });
  expect(made).toEqual({ login, password: undefined });
  const { body } = await server.call('login', { body: { username: login, password } });
  expect(body.user.must_change_password).toBe(must);
  expect(await makeFirstAdministrator(server.connection.db, { login, password })).toBeUndefined();
});
