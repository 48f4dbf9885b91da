import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { anAccess, aVisitor, signIn } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const ana = await aUser(db, { login: 'ana@escola.br' });

const NEW = 'uma-senha-melhor';

beforeEach(() => db.deleteFrom('sign_in_failures').execute());

const change = (token: string, old: string, next: string, repeated = next) =>
  shop.call('changePassword', {
    token,
    body: { old_password: old, new_password: next, confirm_new_password: repeated },
  });

/** All tables except the two in which every attempt leaves a row. */
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

// Specification: 5.10
test.each([
  ['a wrong old one', 'errada', NEW, NEW, 'wrong_password', 'old_password'],
  ['a repetition that differs', PASSWORD, NEW, 'x', 'passwords_differ', 'confirm_new_password'],
  ['the old one again', PASSWORD, PASSWORD, PASSWORD, 'weak_password', 'new_password'],
  ['a short one', PASSWORD, '1234567', '1234567', 'weak_password', 'new_password'],
  ['one repeated character', PASSWORD, 'zzzzzzzzz', 'zzzzzzzzz', 'weak_password', 'new_password'],
  ['a notorious one', PASSWORD, 'Mudar123', 'Mudar123', 'weak_password', 'new_password'],
  ['the login', PASSWORD, 'ANA@escola.br', 'ANA@escola.br', 'weak_password', 'new_password'],
  ['an empty one', PASSWORD, '', '', 'weak_password', 'new_password'],
])('%s is refused and changes nothing', async (_what, old, next, repeated, code, field) => {
  const token = await anAccess(db, ana.id);
  const before = await withoutAttempts();
  const { problem } = await change(token, old, next, repeated);
  expect(problem).toMatchObject({ status: 422, code, field });
  expect(await withoutAttempts()).toEqual(before);
  await signIn(shop, ana);
});

test('guessing the old password is throttled as at sign-in', async () => {
  const token = await anAccess(db, ana.id);
  for (let guess = 0; guess < 10; guess++) {
    expect((await change(token, `palpite ${guess}`, NEW)).status).toBe(422);
  }
  const later = new Date(Date.now() + 30_000);
  await db.updateTable('sign_in_failures').set({ blocked_until: later }).execute();
  expect((await change(token, PASSWORD, NEW)).status).toBe(429);
});

test('with the right old password, any number of weak new ones may be tried', async () => {
  const { token } = await aVisitor(shop);
  for (let attempt = 0; attempt < 12; attempt++) {
    expect((await change(token, PASSWORD, 'curta')).problem.code).toBe('weak_password');
  }
  expect((await change(token, PASSWORD, NEW)).status).toBe(200);
});

test('of two changes at once one succeeds, and its password is the one that works', async () => {
  const visitor = await aVisitor(shop);
  const wanted = ['primeira-senha-nova', 'segunda-senha-nova'];
  const answers = await Promise.all(wanted.map((next) => change(visitor.token, PASSWORD, next)));
  const won = wanted.filter((_next, index) => answers[index]?.status === 200);
  expect(won).toHaveLength(1);
  await signIn(shop, visitor, won[0]);
});
