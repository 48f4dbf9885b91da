import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestShop } from '../../testing/app.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { subjectsOf } from './throttle.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

// What one test failed at must not slow the next one down: all come from one address.
beforeEach(() => db.deleteFrom('sign_in_failures').execute());

/** One attempt, through the proxy on this machine, for somebody at `address`. */
async function attempt(login: string, password = 'errada', address = '10.0.0.1') {
  const { status, headers, problem } = await shop.call('login', {
    body: { username: login, password },
    headers: { 'x-forwarded-for': address },
  });
  if (status === 429) expect(problem.code).toBe('too_many_attempts');
  return { status, wait: Number(headers.get('retry-after') ?? 0) };
}

/** Lets the wait pass of everything that has to wait. */
async function letWaitPass(): Promise<void> {
  await sql`UPDATE sign_in_failures SET blocked_until = now()
    WHERE blocked_until IS NOT NULL`.execute(db);
}

/** Stops the clock, so that a slow machine does not sit a wait out; answers the waits, in seconds. */
async function stopWaits(): Promise<number[]> {
  const { rows } = await sql<{ seconds: string }>`
    UPDATE sign_in_failures f SET blocked_until = now() + interval '29.5 seconds'
    FROM sign_in_failures old WHERE old.subject = f.subject AND f.blocked_until IS NOT NULL
    RETURNING extract(epoch FROM old.blocked_until - old.last_at) AS seconds`.execute(db);
  return rows.map(({ seconds }) => Number(seconds));
}

function countOf({ key }: { key: string }) {
  return db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('subject', '=', key)
    .executeTakeFirst();
}

async function setFailures({ key }: { key: string }, failures: number): Promise<void> {
  await db.updateTable('sign_in_failures').set({ failures }).where('subject', '=', key).execute();
}

/** Ten failures, after which this account has to wait, for this address or for all strangers. */
async function fail(login: string, address?: string): Promise<void> {
  for (let failure = 1; failure <= 10; failure++) {
    expect((await attempt(login, 'errada', address)).status).toBe(401);
  }
  await stopWaits();
}

test('ten failures are free, then each makes the next wait longer, up to half a minute', async () => {
  const { login } = await aUser(db);
  for (let failure = 1; failure < 10; failure++) expect((await attempt(login)).status).toBe(401);
  const waits: number[] = [];
  for (let round = 0; round < 8; round++) {
    await letWaitPass();
    expect((await attempt(login)).status).toBe(401);
    waits.push(...(await stopWaits()));
    expect(await attempt(login)).toEqual({ status: 429, wait: 30 });
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
});

test('who has to wait waits also with the right password, and asking does not make it longer for others', async () => {
  const { login } = await aUser(db);
  await fail(login);
  const { account, address } = subjectsOf(login, '10.0.0.1', false);
  const before = await countOf(account);
  const ofAddress = await countOf(address);
  for (let asked = 0; asked < 3; asked++) {
    expect(await attempt(login, PASSWORD)).toEqual({ status: 429, wait: 30 });
  }
  expect(await countOf(account)).toEqual(before);
  expect(await countOf(address)).toMatchObject({ failures: (ofAddress?.failures ?? 0) + 3 });
  await letWaitPass();
  expect((await attempt(login, PASSWORD)).status).toBe(200);
});

test('an unknown login is counted like a known one', async () => {
  await fail('Ninguém');
  expect((await attempt('Ninguém')).status).toBe(429);
  expect((await attempt('NINGUÉM')).status).toBe(429);
});

test('a burst of guesses cannot run ahead of the count', async () => {
  const { login } = await aUser(db);
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, guess) => attempt(login, `palpite ${guess}`)),
  );
  const looked = answers.filter(({ status }) => status === 401).length;
  // A slow machine may sit out the waits of 1, 2, 4 … seconds, and has as many guesses more.
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(looked).toBeGreaterThanOrEqual(10);
  expect(looked).toBeLessThanOrEqual(10 + Math.floor(Math.log2(seconds + 1)));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - looked);
});

test('a success clears the count of the account', async () => {
  const { login } = await aUser(db);
  for (let round = 0; round < 3; round++) {
    for (let failure = 1; failure <= 9; failure++) expect((await attempt(login)).status).toBe(401);
    expect((await attempt(login, PASSWORD)).status).toBe(200);
  }
});

test('a stranger from elsewhere cannot keep the counter out', async () => {
  const { login } = await aUser(db);
  expect((await attempt(login, PASSWORD, '10.0.0.1')).status).toBe(200);
  await fail(login, '203.0.113.9');
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(429);

  expect((await attempt(login, PASSWORD, '10.0.0.1')).status).toBe(200);
  // Nor does the counter's success give the stranger new guesses.
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(429);
  // The counter itself is counted too.
  await fail(login, '10.0.0.1');
  expect((await attempt(login, PASSWORD, '10.0.0.1')).status).toBe(429);
});

test('strangers from many addresses together have no more guesses than one', async () => {
  const { login } = await aUser(db);
  for (let guess = 1; guess <= 10; guess++) {
    expect((await attempt(login, 'errada', `203.0.113.${guess}`)).status).toBe(401);
  }
  await stopWaits();
  expect((await attempt(login, 'errada', '203.0.113.200')).status).toBe(429);
});

test('an address that fails at many accounts has to wait, and only that address', async () => {
  const { login } = await aUser(db);
  await attempt('alguem', 'errada', '203.0.113.9');
  await setFailures(subjectsOf('alguem', '203.0.113.9', false).address, 59);
  expect((await attempt('outro', 'errada', '203.0.113.9')).status).toBe(401);
  expect(await stopWaits()).toEqual([1]);
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(429);
  expect((await attempt(login, PASSWORD, '10.0.0.1')).status).toBe(200);
});

test('who keeps asking while an account has to wait soon has to wait at every account', async () => {
  const { login } = await aUser(db);
  await fail('alguem', '203.0.113.9');
  const { address } = subjectsOf('alguem', '203.0.113.9', false);
  await setFailures(address, 58);
  expect((await attempt('alguem', 'errada', '203.0.113.9')).status).toBe(429);
  expect((await attempt(login, 'errada', '203.0.113.9')).status).toBe(401);
  await stopWaits();
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(429);
  expect((await attempt(login, PASSWORD, '10.0.0.1')).status).toBe(200);
});

test('a success gives the address its attempt back, and does not end its wait', async () => {
  const { login } = await aUser(db);
  await attempt('alguem', 'errada', '203.0.113.9');
  const { address } = subjectsOf('alguem', '203.0.113.9', false);
  await setFailures(address, 30);
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(200);
  expect(await countOf(address)).toMatchObject({ failures: 30, blocked_until: null });
  await setFailures(address, 62);
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(200);
  expect(await countOf(address)).toMatchObject({ failures: 62, blocked_until: expect.any(Date) });
  await stopWaits();
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(429);
});

test('eight people may sign in to one account at the same moment', async () => {
  const { login } = await aUser(db);
  const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(login, PASSWORD)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('failures are forgotten after a quarter of an hour', async () => {
  const { login } = await aUser(db);
  await fail(login);
  await sql`UPDATE sign_in_failures SET last_at = last_at - interval '16 minutes',
    blocked_until = blocked_until - interval '16 minutes'`.execute(db);
  await fail(login);
  expect((await attempt(login)).status).toBe(429);
});

test('neither logins nor addresses can be read from the counts', async () => {
  await attempt('senha-no-campo-errado', 'errada', '203.0.113.9');
  const rows = await db.selectFrom('sign_in_failures').selectAll().execute();
  expect(rows).toHaveLength(2);
  for (const { subject } of rows) expect(subject).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
