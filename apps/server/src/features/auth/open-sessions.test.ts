import { afterAll, expect, test } from 'vitest';
import { openAnotherApp, openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { anAccess, cookieOf } from '../../testing/signed-in.ts';
import { deviceOf } from './browsers.ts';
import { hashToken } from './token-hashes.ts';

const shop = await openTestShop(afterAll);
const { call } = shop;
const { db } = shop.owner;

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const list = async (token: string, id: number) => {
  const answer = await call('listSessions', { token, id });
  return answer.status < 400 ? answer.body.results : answer.problem.code;
};
const end = async (token: string, id: number, session?: string) => {
  const body = session === undefined ? {} : { session };
  return (await call('endSessions', { token, id, body })).outcome;
};
const works = async (token: string) => (await call('listActiveProducts', { token })).status === 200;

test('people see where they are signed in, without any token, and end one or all others', async () => {
  const vera = await aUser(db);
  const here = await anAccess(db, vera.id);
  const signedIn = await call('login', {
    body: { username: vera.login, password: PASSWORD },
    headers: { 'user-agent': CHROME, 'x-forwarded-for': '192.0.2.7' },
  });
  const there = signedIn.body.access;
  const third = await anAccess(db, vera.id);
  const sessions = await list(here, vera.id);
  expect(sessions).toHaveLength(3);
  expect(sessions).toContainEqual({
    id: expect.any(String),
    device: 'Chrome no Windows',
    address: '192.0.2.7',
    since: expect.any(String),
    seen: expect.any(String),
    current: false,
  });
  if (typeof sessions === 'string') throw new Error(sessions);
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  expect(JSON.stringify(sessions)).not.toContain(there);
  const access = await call('listSessions', { token: here, id: vera.id });
  expect(access.body).toMatchObject({ second_factor: false });
  expect(Date.now() - Date.parse(access.body.last_sign_in ?? '')).toBeLessThan(60_000);

  const mark = await lastAuditId(db);
  expect(await works(there)).toBe(true);
  const session = sessions.find(({ address }) => address === '192.0.2.7')?.id ?? '';
  expect(await end(here, vera.id, session)).toBe(204);
  expect(await works(there)).toBe(false);
  const cookie = cookieOf(signedIn.headers);
  expect((await call('refreshSession', { body: {}, headers: { cookie } })).status).toBe(401);
  expect(await works(third)).toBe(true);
  // Once more is no failure, and no second row in the audit.
  expect(await end(here, vera.id, session)).toBe(204);
  expect(await end(here, vera.id)).toBe(204);
  expect([await works(third), await works(here)]).toEqual([false, true]);
  expect(await list(here, vera.id)).toMatchObject([{ current: true }]);
  expect(await auditAfter(db, mark)).toMatchObject([
    {
      action: 'session.closed',
      actor_id: vera.id,
      subject_id: vera.id,
      after: { device: 'Chrome no Windows', address: '192.0.2.7' },
    },
    { action: 'session.closed', subject_id: vera.id, after: { sessions: 1 } },
  ]);
});

test('an administrator sees and ends the sessions of anybody; a seller not even whether they exist', async () => {
  const [boss, vera, rui] = [await aUser(db, { admin: true }), await aUser(db), await aUser(db)];
  const [admin, seller] = [await anAccess(db, boss.id), await anAccess(db, vera.id)];
  const theirs = await anAccess(db, rui.id);
  for (const id of [rui.id, boss.id, 999_999_999]) {
    expect(await list(seller, id)).toBe('not_allowed');
    expect(await end(seller, id)).toBe('not_allowed');
  }
  // By an id of a session of somebody else, under one's own name.
  const [session] = await list(theirs, rui.id);
  const { id } = session as { id: string };
  expect(await end(seller, vera.id, id)).toBe(204);
  expect([await works(theirs), await works(admin)]).toEqual([true, true]);

  expect(await list(admin, rui.id)).toMatchObject([{ id, current: false }]);
  const mark = await lastAuditId(db);
  // Another server notices within the second that it may cache a session.
  const other = await openAnotherApp({ connection: shop.connection });
  const there = async () => (await other.call('listActiveProducts', { token: theirs })).status;
  expect(await there()).toBe(200);
  expect(await end(admin, rui.id)).toBe(204);
  expect(await works(theirs)).toBe(false);
  await expect.poll(there).toBe(401);
  expect(await auditAfter(db, mark)).toMatchObject([
    { action: 'session.closed', actor_id: boss.id, subject_id: rui.id },
  ]);
  expect(await list(admin, 999_999_999)).toBe('not_found');
});

test('a session that nothing can open any more is not listed', async () => {
  const vera = await aUser(db);
  const [here, ended] = [await anAccess(db, vera.id), await anAccess(db, vera.id)];
  await call('logout', { token: ended });
  const expired = await anAccess(db, vera.id);
  await db
    .updateTable('session_tokens')
    .set({ expires_at: new Date(0) })
    .where('token_hash', '=', hashToken(expired))
    .execute();
  expect(await list(here, vera.id)).toMatchObject([{ current: true }]);
});

test.each([
  [CHROME, 'Chrome no Windows'],
  [`${CHROME} Edg/140.0`, 'Edge no Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox no Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari no iPhone',
  ],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537.36', 'Chrome no Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605', 'Safari no Mac'],
  ['<script>alert(1)</script>', 'Outro programa'],
  [undefined, 'Outro programa'],
])('%s is %s', (agent, words) => {
  expect(deviceOf(agent)).toBe(words);
});
