import type { Settings } from '@balcao/contract/shop/settings.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { PASSWORD } from '../../testing/builders.ts';
import { anAccess, aVisitor } from '../../testing/signed-in.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const admin = await aVisitor(shop, { admin: true });
const vera = await aVisitor(shop);

beforeEach(() => db.deleteFrom('sign_in_failures').execute());

const unlock = (password: string, { token }: { token: string } = vera) =>
  shop.call('unlock', { token, body: { password } });

async function setMinutes(idle_lock_minutes: number) {
  const { body } = await shop.call('readSettings', { token: admin.token });
  const after: Settings = { ...body, idle_lock_minutes };
  return shop.call('editSettings', { token: admin.token, body: after });
}

test('the right password of who is signed in, and of nobody else, unlocks', async () => {
  const mark = await lastAuditId(db);
  expect((await unlock(PASSWORD)).status).toBe(204);
  expect(await auditAfter(db, mark)).toEqual([]);
  expect((await unlock('errada')).problem).toMatchObject({
    status: 422,
    code: 'wrong_password',
    field: 'password',
  });
  const audit = await auditAfter(db, mark);
  const after = { address: '127.0.0.1' };
  expect(audit).toMatchObject([{ action: 'session.refused', actor_id: vera.id, after }]);
  expect(JSON.stringify(audit)).not.toContain('errada');
  // A wrong one ends no session.
  expect((await unlock(PASSWORD)).status).toBe(204);
});

/** A wait of a second is over before a busy machine has asked again. */
const waitLonger = () =>
  db
    .updateTable('sign_in_failures')
    .set({ blocked_until: sql<Date>`blocked_until + interval '1 minute'` })
    .execute();

test('ten wrong ones make a session wait where they were tried, and neither sign-ins nor other sessions', async () => {
  const login = (password: string) =>
    shop.call('login', { body: { username: vera.login, password } });
  const there = { 'x-forwarded-for': '203.0.113.9' };
  const body = { old_password: 'errada', new_password: 'outra-senha', confirm_new_password: '' };
  for (let time = 0; time < 5; time++) {
    expect((await unlock('errada')).status).toBe(422);
    expect((await shop.call('changePassword', { token: vera.token, body })).status).toBe(422);
  }
  await waitLonger();
  expect((await unlock(PASSWORD)).problem.code).toBe('too_many_attempts');
  expect((await login(PASSWORD)).status).toBe(200);
  const other = await anAccess(db, vera.id);
  expect((await unlock(PASSWORD, { token: other })).status).toBe(204);
  const elsewhere = { token: vera.token, body: { password: PASSWORD }, headers: there };
  expect((await shop.call('unlock', elsewhere)).status).toBe(204);
});

test('who guesses at sign-ins from the same address keeps no screen covered', async () => {
  for (let time = 0; time < 10; time++) {
    await shop.call('login', { body: { username: vera.login, password: 'errada' } });
  }
  await waitLonger();
  expect((await unlock(PASSWORD)).status).toBe(204);
});

test('signing in and renewing say after how many minutes, only where the settings do', async () => {
  const login = () => shop.call('login', { body: { username: vera.login, password: PASSWORD } });
  expect((await login()).body).not.toHaveProperty('idle_lock');
  const mark = await lastAuditId(db);
  expect((await setMinutes(7)).body).toMatchObject({ idle_lock_minutes: 7 });
  expect(await auditAfter(db, mark)).toMatchObject([
    {
      action: 'settings.edited',
      actor_id: admin.id,
      before: { idle_lock_minutes: 0 },
      after: { idle_lock_minutes: 7 },
    },
  ]);
  const [first, second] = [(await login()).body.idle_lock, (await login()).body.idle_lock];
  expect(first).toEqual({ minutes: 7, session: expect.any(String) });
  expect(second?.session).not.toBe(first?.session);

  // A session from before the setting learns it, and keeps its name.
  const refresh = (cookie: string) =>
    shop.call('refreshSession', { body: {}, headers: { cookie } });
  const renewed = await refresh(vera.cookie);
  expect(renewed.body.idle_lock).toMatchObject({ minutes: 7 });
  const cookie = renewed.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  await setMinutes(9);
  expect((await refresh(cookie)).body.idle_lock).toEqual({
    minutes: 9,
    session: renewed.body.idle_lock?.session,
  });
  await setMinutes(0);
});

test.each([-1, 481, 1.5, null])('%s minutes are refused', async (minutes) => {
  expect((await setMinutes(minutes as number)).status).toBe(400);
});
