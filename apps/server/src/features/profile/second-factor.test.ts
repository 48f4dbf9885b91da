import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RouteName, routes } from '@balcao/contract/api/routes.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import {
  openAnotherApp,
  openTestShop,
  type Sent,
  TEST_KEY,
  temporaryFolder,
} from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aUser, type BuiltUser, PASSWORD } from '../../testing/builders.ts';
import { aSecondFactor, codeOf } from '../../testing/second-factor.ts';
import { anAccess, aVisitor, cookieOf } from '../../testing/signed-in.ts';
import { shopKeyOf } from '../audit/audit-key.ts';
import { subjectsOf } from '../auth/throttle.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const { connection } = shop;

// A clock that only the tests move, in the middle of a step of 30 seconds.
let instant = (Math.floor(Date.now() / 30_000) + 0.5) * 30_000;
const pass = (seconds: number) => {
  instant += seconds * 1_000;
};
const clock = () => sql<Date>`${new Date(instant)}::timestamptz`;
const { call } = await openAnotherApp({ connection, clock }, afterAll);
const other = await openAnotherApp({ connection, clock }, afterAll);

beforeEach(() => db.deleteFrom('sign_in_failures').execute());

type Typed = { password?: string; code?: string; from?: string };

const signIn = (
  { login }: BuiltUser,
  { password = PASSWORD, code, from }: Typed = {},
  at: typeof call = call,
) =>
  at('login', {
    body: { username: login, password, ...(code !== undefined && { code }) },
    ...(from && { headers: { 'x-forwarded-for': from } }),
  });

const ended = async (answer: ReturnType<typeof signIn>) => (await answer).outcome;

const now = (secret: string, steps = 0) => codeOf(secret, instant + steps * 30_000);
const wrong = (secret: string) => `${(Number(now(secret)) + 1) % 1_000_000}`.padStart(6, '0');

async function anAdministrator() {
  const user = await aUser(db, { admin: true });
  return { user, secret: await aSecondFactor(db, user.id) };
}

async function require(required: boolean) {
  await db.updateTable('settings').set({ require_second_factor: required }).execute();
}

test('a factor counts from its first code on: then sign-ins ask for one, and earlier sessions are over', async () => {
  const ana = await aVisitor(shop, { admin: true });
  const { token } = ana;
  const earlier = await anAccess(db, ana.id);
  const mark = await lastAuditId(db);
  const begin = (password: string) => call('beginSecondFactor', { token, body: { password } });
  const confirm = (code: string) => call('confirmSecondFactor', { token, body: { code } });
  expect((await confirm('123456')).problem.code).toBe('second_factor_not_begun');
  expect((await begin('errada')).problem).toMatchObject({ code: 'wrong_password' });

  const { secret, uri } = (await begin(PASSWORD)).body;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(uri).toMatch(/^otpauth:\/\/totp\/.*issuer=Balc/);
  expect(uri).toContain(`secret=${secret}`);
  // Not typed yet: nothing is asked, and nobody is locked out by what was begun.
  expect(await ended(signIn(ana))).toBe(200);
  expect((await confirm('ação12')).problem.code).toBe('wrong_code');
  expect((await confirm(wrong(secret))).problem).toMatchObject({
    code: 'wrong_code',
    field: 'code',
  });
  pass(16 * 60);
  expect((await confirm(now(secret))).problem.code).toBe('second_factor_not_begun');
  const again = (await begin(PASSWORD)).body.secret;
  expect(again).not.toBe(secret);
  const { recovery_codes: codes } = (await confirm(now(again))).body;
  expect(codes).toHaveLength(8);
  for (const each of codes) expect(each).toMatch(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);

  expect((await call('readSecondFactor', { token: earlier })).status).toBe(401);
  expect((await call('readSecondFactor', { token })).body).toEqual({
    since: expect.any(String),
    recovery_codes: 8,
    required: false,
  });
  expect(await ended(signIn(ana))).toBe('code_required');
  // The code that confirmed it is used up.
  expect(await ended(signIn(ana, { code: now(again) }))).toBe('wrong_code');
  pass(30);
  const spaced = now(again).replace(/(...)/, '$1 ');
  expect(await ended(signIn(ana, { code: spaced }))).toBe(200);
  expect((await begin(PASSWORD)).problem.code).toBe('second_factor_on');

  const audit = await auditAfter(db, mark);
  expect(audit.map(({ action }) => action)).toEqual([
    'session.refused',
    'session.started',
    'second_factor.set_up',
    'session.code_missing',
    'session.refused',
    'session.started',
  ]);
  const stored = await db.selectFrom('second_factors').selectAll().execute();
  const hashes = await db.selectFrom('recovery_codes').selectAll().execute();
  const kept = JSON.stringify([audit, stored.map((row) => row.secret.toString('latin1')), hashes]);
  for (const word of [secret, again, ...codes]) expect(kept).not.toContain(word);
});

test('who does not know the password learns nothing about the second factor', async () => {
  const { user, secret } = await anAdministrator();
  for (const code of [undefined, now(secret), '000000']) {
    const given = { password: 'errada', ...(code && { code }) };
    const { status, problem } = await signIn(user, given);
    expect({ status, code: problem.code }).toEqual({ status: 401, code: 'wrong_credentials' });
  }
  // Nor do these guesses make anybody wait who types a code.
  const { key } = subjectsOf(user.login, '127.0.0.1', false, 'code').account;
  const counts = db.selectFrom('sign_in_failures').where('subject', '=', key);
  expect(await counts.selectAll().execute()).toEqual([]);
  // A right code was not used up by a wrong password.
  expect(await ended(signIn(user, { code: now(secret) }))).toBe(200);
});

test('a code works once, on all servers together, and never an earlier one', async () => {
  const { user, secret } = await anAdministrator();
  const code = now(secret);
  const both = await Promise.all([
    ended(signIn(user, { code })),
    ended(signIn(user, { code }, other.call)),
  ]);
  expect(both.sort()).toEqual([200, 'wrong_code']);
  expect(await ended(signIn(user, { code }, other.call))).toBe('wrong_code');
  expect(await ended(signIn(user, { code: now(secret, -1) }))).toBe('wrong_code');
  expect(await ended(signIn(user, { code: now(secret, 1) }))).toBe(200);
});

test('codes of 30 seconds before and after are taken, others not, nor those of another person', async () => {
  const { user, secret } = await anAdministrator();
  const bia = await anAdministrator();
  for (const code of [now(secret, -2), now(secret, 2), now(bia.secret), '', '12345']) {
    expect(await ended(signIn(user, { code }))).toBe('wrong_code');
  }
  await db.deleteFrom('sign_in_failures').execute();
  expect(await ended(signIn(user, { code: now(secret, -1) }))).toBe(200);
  // The row of one in the place of another's, by somebody who can write to the database.
  await db
    .updateTable('second_factors')
    .set({ secret: sql`(SELECT secret FROM second_factors WHERE user_id = ${bia.user.id})` })
    .where('user_id', '=', user.id)
    .execute();
  expect(await ended(signIn(user, { code: now(bia.secret, 1) }))).toBe('wrong_code');
});

test('wrong codes make wait as wrong passwords do, and the right password clears none of them', async () => {
  const { user, secret } = await anAdministrator();
  const token = await anAccess(db, user.id);
  const off = (code: string) =>
    call('endSecondFactor', { token, body: { password: PASSWORD, code } });
  const subjects = subjectsOf(user.login, '127.0.0.1', true, 'code');
  await db
    .insertInto('sign_in_failures')
    .values({ subject: subjects.account.key, failures: 4, last_at: new Date(instant) })
    .execute();
  const mark = await lastAuditId(db);
  expect(await ended(signIn(user, { code: wrong(secret) }))).toBe('wrong_code');
  expect(await ended(signIn(user))).toBe('code_required');
  expect((await call('unlock', { token, body: { password: PASSWORD } })).status).toBe(204);
  const waits = await signIn(user, { code: now(secret) });
  expect(waits.problem.code).toBe('too_many_attempts');
  expect(waits.headers.get('retry-after')).toBe('1');
  // Nobody turns a factor off by guessing, who has the session of somebody who knows the password.
  for (let time = 0; time < 5; time++) {
    expect((await off(wrong(secret))).problem.code).toBe('wrong_code');
  }
  expect((await off(now(secret))).problem.code).toBe('too_many_attempts');
  // Elsewhere nobody waits for what was guessed here.
  expect(await ended(signIn(user, { code: now(secret), from: '203.0.113.7' }))).toBe(200);
  pass(31);
  expect(await ended(signIn(user, { code: now(secret) }))).toBe(200);
  const refused = (await auditAfter(db, mark)).filter(({ action }) => action === 'session.refused');
  const wrongCode = { actor_id: user.id, subject_id: user.id, after: { wrong_code: true } };
  expect(refused).toMatchObject(Array(6).fill(wrongCode));
});

test('guessed codes of all strangers count together, and those of a session at all its addresses', async () => {
  const { user, secret } = await anAdministrator();
  const guess = (host: number) =>
    ended(signIn(user, { code: wrong(secret), from: `203.0.113.${host}` }));
  for (let host = 1; host <= 5; host++) expect(await guess(host)).toBe('wrong_code');
  for (let host = 1; host <= 7; host++) expect(await guess(host)).toBe('too_many_attempts');
  // Whoever has signed in from here before does not wait for them.
  const token = await anAccess(db, user.id);
  expect(await ended(signIn(user, { code: now(secret) }))).toBe(200);
  pass(16 * 60);
  // Nor are they forgotten so soon.
  expect([await guess(8), await guess(9)]).toEqual(['wrong_code', 'too_many_attempts']);

  // Nor may a stolen session guess from one address after the other.
  await db.deleteFrom('sign_in_failures').execute();
  const off = async (host: number) => {
    const headers = { 'x-forwarded-for': `198.51.100.${host}` };
    const body = { password: PASSWORD, code: wrong(secret) };
    return (await call('endSecondFactor', { token, body, headers })).problem.code;
  };
  for (let host = 1; host <= 5; host++) expect(await off(host)).toBe('wrong_code');
  expect(await off(6)).toBe('too_many_attempts');

  await db.deleteFrom('sign_in_failures').execute();
  await db.deleteFrom('second_factors').where('user_id', '=', user.id).execute();
  await call('beginSecondFactor', { token, body: { password: PASSWORD } });
  const confirm = async (host: number) => {
    const headers = { 'x-forwarded-for': `192.0.2.${host}` };
    return (await call('confirmSecondFactor', { token, body: { code: '12345' }, headers })).problem
      .code;
  };
  for (let host = 1; host <= 5; host++) expect(await confirm(host)).toBe('wrong_code');
  expect(await confirm(6)).toBe('too_many_attempts');
});

test('a key that cannot be read at this moment makes no right code wrong', async () => {
  const { user, secret } = await anAdministrator();
  const dataDir = await temporaryFolder();
  const shopKey = shopKeyOf({ dataDir, auditKey: undefined, db: connection.db });
  const { call: here } = await openAnotherApp({ connection, clock, shopKey });
  const file = path.join(dataDir, 'audit.key');
  await mkdir(file);
  const mark = await lastAuditId(db);
  expect(await ended(signIn(user, { code: now(secret) }, here))).toBe('internal');
  expect(await auditAfter(db, mark)).toEqual([]);
  await rm(file, { recursive: true });
  await writeFile(file, TEST_KEY.toString('hex'));
  expect(await ended(signIn(user, { code: now(secret) }, here))).toBe(200);
  // From now on it is known.
  await rm(file);
  pass(30);
  expect(await ended(signIn(user, { code: now(secret) }, here))).toBe(200);
});

test('each recovery code works once, also in a shop that has lost its key', async () => {
  const ana = await aVisitor(shop, { admin: true });
  const { token } = ana;
  const { secret } = (await call('beginSecondFactor', { token, body: { password: PASSWORD } }))
    .body;
  const { body } = await call('confirmSecondFactor', { token, body: { code: now(secret) } });
  const [one = '', two = '', three = ''] = body.recovery_codes;
  const mark = await lastAuditId(db);
  const both = [signIn(ana, { code: one }), signIn(ana, { code: one.toLowerCase() }, other.call)];
  expect((await Promise.all(both.map(ended))).sort()).toEqual([200, 'wrong_code']);
  expect(await ended(signIn(ana, { code: one }))).toBe('wrong_code');

  pass(60);
  const shopKey = async () => Buffer.alloc(32, 8);
  const restored = await openAnotherApp({ connection, clock, shopKey });
  expect(await ended(signIn(ana, { code: now(secret) }, restored.call))).toBe('wrong_code');
  expect(await ended(signIn(ana, { code: two.replaceAll('-', ' ') }, restored.call))).toBe(200);
  const lost = await openAnotherApp({ connection, shopKey: () => Promise.reject(new Error('no')) });
  expect(await ended(signIn(ana, { code: three }, lost.call))).toBe(200);
  expect((await call('readSecondFactor', { token })).body.recovery_codes).toBe(5);
  const used = (await auditAfter(db, mark)).filter(({ action }) => action.endsWith('_used'));
  expect(used.map(({ after }) => after)).toEqual([7, 6, 5].map((codes_left) => ({ codes_left })));
});

test('it is turned off with the password and a code, and with neither alone', async () => {
  const { user, secret } = await anAdministrator();
  const token = await anAccess(db, user.id);
  const off = async (password: string, code: string) =>
    (await call('endSecondFactor', { token, body: { password, code } })).outcome;
  expect(await off('errada', now(secret))).toBe('wrong_password');
  expect(await off(PASSWORD, wrong(secret))).toBe('wrong_code');
  expect(await ended(signIn(user))).toBe('code_required');
  const mark = await lastAuditId(db);
  expect(await off(PASSWORD, now(secret))).toBe(204);
  expect(await ended(signIn(user))).toBe(200);
  expect((await auditAfter(db, mark))[0]).toMatchObject({
    action: 'second_factor.turned_off',
    actor_id: user.id,
    subject_id: user.id,
  });
  expect(await off(PASSWORD, now(secret, 1))).toBe('wrong_code');
});

test('an approval asks for a code too, and who has to have a factor approves nothing without one', async () => {
  const { user, secret } = await anAdministrator();
  const token = await anAccess(db, (await aUser(db)).id);
  const request = { kind: 'withdrawal', amount: 10, reason: 'Cofre' } as const;
  const approve = async (username: string, code?: string) => {
    const typed = { username, password: PASSWORD, ...(code && { code }) };
    const body = { ...typed, action: 'withdrawal', subject: 1, request } as const;
    return (await call('approve', { token, body })).outcome;
  };
  const mark = await lastAuditId(db);
  expect(await approve(user.login)).toBe('code_required');
  expect(await approve(user.login, wrong(secret))).toBe('wrong_code');
  expect(await approve(user.login, now(secret))).toBe(201);
  // What a seller saw being typed opens nothing.
  expect(await ended(signIn(user, { code: now(secret) }))).toBe('wrong_code');
  expect((await auditAfter(db, mark)).slice(0, 3)).toMatchObject([
    { action: 'session.code_missing', actor_id: user.id, after: { address: '127.0.0.1' } },
    { action: 'approval.refused', subject_id: user.id, after: { wrong_code: true } },
    { action: 'approval.given', actor_id: user.id },
  ]);
  await require(true);
  expect(await approve((await aUser(db, { admin: true })).login)).toBe('not_administrator');
  await require(false);
});

test('where it is required, an administrator without one can only set it up', async () => {
  const ana = await aVisitor(shop, { admin: true });
  const seller = await anAccess(db, (await aUser(db)).id);
  await require(true);
  try {
    const signedIn = await signIn(ana);
    expect(signedIn.body.user).toMatchObject({ second_factor_missing: true });
    const { token } = ana;
    const own: RouteName[] = ['readSecondFactor', 'beginSecondFactor', 'confirmSecondFactor'];
    const open = new Set<RouteName>([...own, 'changePassword', 'unlock']);
    // Another server, which has not seen this administrator before.
    for (const name of Object.keys(routes) as RouteName[]) {
      if (routes[name].access === 'anyone') continue;
      const params = { id: '1', hash: 'x' };
      const { status, problem } = await other.call(name, { token, params } as Sent<typeof name>);
      const refused = status === 403 && problem.code === 'second_factor_required';
      expect({ name, refused }).toEqual({ name, refused: !open.has(name) });
    }
    expect((await other.call('listActiveProducts', { token: seller })).status).toBe(200);
    expect((await call('readSecondFactor', { token })).body.required).toBe(true);

    const { secret } = (await call('beginSecondFactor', { token, body: { password: PASSWORD } }))
      .body;
    await call('confirmSecondFactor', { token, body: { code: now(secret) } });
    expect((await call('listUsers', { token })).status).toBe(200);
    pass(30);
    const { body, headers } = await signIn(ana, { code: now(secret) });
    expect(body.user).not.toHaveProperty('second_factor_missing');
    const renewed = await call('refreshSession', {
      body: {},
      headers: { cookie: cookieOf(headers) },
    });
    expect(renewed.body.user).not.toHaveProperty('second_factor_missing');
  } finally {
    await require(false);
  }
});
