import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { aVisitor, signIn } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

const NEW = 'uma-senha-melhor';

const change = (token: string, old: string, next: string, repeated = next) =>
  shop.call('changePassword', {
    token,
    body: { old_password: old, new_password: next, confirm_new_password: repeated },
  });

/** All but what an attempt leaves behind whatever comes of it: its count, and its row in the audit. */
async function withoutAttempts() {
  const { sign_in_failures: _count, audit_events: _rows, ...rest } = await tableSnapshot(db);
  return rest;
}

test('the new password works, the old one no more, and the notice goes away', async () => {
  const visitor = await aVisitor(shop, { mustChangePassword: true });
  const before = await lastAuditId(db);
  const answer = await change(visitor.token, PASSWORD, NEW);
  expect(answer).toMatchObject({ status: 200, body: { message: 'Senha alterada com sucesso!' } });
  const audit = await auditAfter(db, before);
  expect(audit).toMatchObject([
    { action: 'password.changed', actor_id: visitor.id, subject_id: visitor.id },
  ]);
  expect(JSON.stringify(audit)).not.toContain(NEW);

  const old = { username: visitor.login, password: PASSWORD };
  expect((await shop.call('login', { body: old })).status).toBe(401);
  const again = await shop.call('login', { body: { ...old, password: NEW } });
  expect(again).toMatchObject({ status: 200, body: { user: { must_change_password: false } } });
});

test.each([
  ['a wrong old one', 'errada', NEW, NEW, 'wrong_password', 'old_password'],
  [
    'a repetition that differs',
    PASSWORD,
    NEW,
    `${NEW}.`,
    'passwords_differ',
    'confirm_new_password',
  ],
  ['the old one again', PASSWORD, PASSWORD, PASSWORD, 'weak_password', 'new_password'],
  ['a short one', PASSWORD, '1234567', '1234567', 'weak_password', 'new_password'],
  ['a notorious one', PASSWORD, 'Mudar123', 'Mudar123', 'weak_password', 'new_password'],
  ['the login', PASSWORD, 'ANA@escola.br', 'ANA@escola.br', 'weak_password', 'new_password'],
  ['nothing', PASSWORD, '', '', 'weak_password', 'new_password'],
])('%s is refused and changes nothing', async (_what, old, next, repeated, code, field) => {
  await db.deleteFrom('sign_in_failures').execute();
  const login = 'ana@escola.br';
  const found = await db.selectFrom('users').selectAll().where('login', '=', login).execute();
  const ana = found[0] ?? (await aUser(db, { login }));
  const visitor = await signIn(shop, ana);
  const before = await withoutAttempts();
  const answer = await change(visitor.token, old, next, repeated);
  expect(answer.problem).toMatchObject({ status: 422, code, field });
  expect(await withoutAttempts()).toEqual(before);
  await signIn(shop, ana);
});

test('an old password is guessed as slowly here as at the door', async () => {
  const visitor = await aVisitor(shop);
  for (let guess = 0; guess < 10; guess++) {
    expect((await change(visitor.token, `palpite ${guess}`, NEW)).status).toBe(422);
  }
  const later = new Date(Date.now() + 30_000);
  await db.updateTable('sign_in_failures').set({ blocked_until: later }).execute();
  expect((await change(visitor.token, PASSWORD, NEW)).status).toBe(429);
  await db.deleteFrom('sign_in_failures').execute();
});

test('who knows the old password may look for a new one as long as it takes', async () => {
  const { token } = await aVisitor(shop);
  for (let attempt = 0; attempt < 12; attempt++) {
    expect((await change(token, PASSWORD, 'curta')).problem.code).toBe('weak_password');
  }
  expect((await change(token, PASSWORD, NEW)).status).toBe(200);
});

test('of two changes at once one wins, and its password is the one that works', async () => {
  const visitor = await aVisitor(shop);
  const wanted = ['primeira-senha-nova', 'segunda-senha-nova'];
  const answers = await Promise.all(wanted.map((next) => change(visitor.token, PASSWORD, next)));
  const won = wanted.filter((_next, index) => answers[index]?.status === 200);
  expect(won).toHaveLength(1);
  await signIn(shop, visitor, won[0]);
});

test('a provisional password is answered once, works, and asks to be changed', async () => {
  const admin = await aVisitor(shop, { admin: true });
  const user = await aUser(db);
  const before = await lastAuditId(db);
  const reset = await shop.call('resetPassword', {
    token: admin.token,
    params: { id: String(user.id) },
  });
  expect(reset.status).toBe(200);
  const password = reset.body.temporary_password;
  expect(password).toMatch(/^[a-hjkmnp-z2-9]{12}$/);
  const audit = await auditAfter(db, before);
  expect(audit).toMatchObject([
    {
      action: 'password.reset',
      actor_id: admin.id,
      subject_id: user.id,
      before: null,
      after: null,
    },
  ]);
  expect(
    (await shop.call('login', { body: { username: user.login, password: PASSWORD } })).status,
  ).toBe(401);
  const answer = await shop.call('login', { body: { username: user.login, password } });
  expect(answer).toMatchObject({ status: 200, body: { user: { must_change_password: true } } });
});
