import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { Refusal } from '../../request/refusal.ts';
import { openAnotherApp } from '../../testing/another-app.ts';
import { openTestShop } from '../../testing/app.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { countAttempt, subjectsOf } from './throttle.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

// Time passes only when a test says so: no wait is sat out, by the test or by a slow machine.
let instant = Date.now();
const forward = (seconds: number) => {
  instant += seconds * 1_000;
};
const clock = () => sql<Date>`${new Date(instant)}::timestamptz`;
const { call } = await openAnotherApp({ connection: shop.connection, clock }, afterAll);

// What one test failed at must not slow the next one down: all come from one address.
beforeEach(() => db.deleteFrom('sign_in_failures').execute());

/** One attempt, through the proxy on this machine, for somebody at `address`. */
async function attempt(login: string, password = 'errada', address = '10.0.0.1') {
  const { status, headers, problem } = await call('login', {
    body: { username: login, password },
    headers: { 'x-forwarded-for': address },
  });
  if (status === 429) expect(problem.code).toBe('too_many_attempts');
  return { status, wait: Number(headers.get('retry-after') ?? 0) };
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

/** A guess, as far as it is counted; answers the seconds to wait when it is not looked at. */
async function guess(login: string, address = '10.0.0.1', known = false): Promise<number> {
  try {
    await countAttempt(shop.connection.db, subjectsOf(login, address, known), clock);
    return 0;
  } catch (error) {
    if (error instanceof Refusal) return error.context.retryAfterSeconds ?? 0;
    throw error;
  }
}

/** Ten failures, after which this account has to wait, for this address. */
async function fail(login: string, address?: string, known?: boolean): Promise<void> {
  for (let failure = 1; failure <= 10; failure++) {
    expect(await guess(login, address, known)).toBe(0);
  }
}

test('ten failures are free, then each makes the next wait longer, up to half a minute', async () => {
  const { login } = await aUser(db);
  for (let failure = 1; failure <= 10; failure++) expect((await attempt(login)).status).toBe(401);
  const waits: number[] = [];
  for (let round = 0; round < 8; round++) {
    const { status, wait } = await attempt(login);
    expect(status).toBe(429);
    waits.push(wait);
    forward(wait);
    expect((await attempt(login)).status).toBe(401);
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
    expect(await attempt(login, PASSWORD)).toEqual({ status: 429, wait: 1 });
  }
  expect(await countOf(account)).toEqual(before);
  expect(await countOf(address)).toMatchObject({ failures: (ofAddress?.failures ?? 0) + 3 });
  forward(1);
  expect((await attempt(login, PASSWORD)).status).toBe(200);
});

test('an unknown login is counted like a known one', async () => {
  for (let failure = 1; failure <= 10; failure++) {
    expect((await attempt('Ninguém')).status).toBe(401);
  }
  expect((await attempt('Ninguém')).status).toBe(429);
  expect((await attempt('NINGUÉM')).status).toBe(429);
});

test('a burst of guesses cannot run ahead of the count', async () => {
  const { login } = await aUser(db);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, guess) => attempt(login, `palpite ${guess}`)),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
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
  await fail(login, '10.0.0.1', true);
  expect((await attempt(login, PASSWORD, '10.0.0.1')).status).toBe(429);
});

test('strangers on four addresses never delay the right password from a fifth', async () => {
  const { login } = await aUser(db);
  for (let asked = 0; asked < 13; asked++) {
    for (const host of [1, 2, 3, 4]) await guess(login, `203.0.113.${host}`);
  }
  expect(await guess(login, '203.0.113.4')).toBe(1);
  // Even who mistyped there until it was their turn to wait: the wait is their own.
  await fail(login, '10.0.0.9');
  expect(await attempt(login, PASSWORD, '10.0.0.9')).toEqual({ status: 429, wait: 1 });
  forward(1);
  expect((await attempt(login, PASSWORD, '10.0.0.9')).status).toBe(200);
  expect((await attempt(login, PASSWORD, '10.0.0.10')).status).toBe(200);
});

test('strangers on many addresses share one turn, and delay nobody who is new', async () => {
  const { login } = await aUser(db);
  const many = Array.from({ length: 7 }, (_, host) => `203.0.113.${host}`);
  for (const address of many) await fail(login, address);
  for (let round = 0; round < 8; round++) {
    forward(30);
    const waits = [];
    for (const address of many) waits.push(await guess(login, address));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  }
  expect((await attempt(login, 'errada', '10.1.0.1')).status).toBe(401);
  expect((await attempt(login, PASSWORD, '10.1.0.1')).status).toBe(200);
});

/** Strangers who ask again as soon as they may; answers how many passwords were looked at. */
async function guessesOf(addresses: number, seconds: number): Promise<number> {
  const { login } = await aUser(db);
  const until = instant + seconds * 1_000;
  const next = Array.from({ length: addresses }, () => instant);
  let guesses = 0;
  while (Math.min(...next) < until) {
    instant = Math.min(...next);
    const turn = next.indexOf(instant);
    const wait = await guess(login, `203.0.113.${turn}`);
    next[turn] = instant + wait * 1_000;
    if (wait === 0) guesses++;
  }
  instant = until;
  return guesses;
}

test.each([1, 4, 7])('the guesses of %i addresses are bounded as SECURITY.md says', async (n) => {
  const minutes = 5;
  const turns = 5 + (minutes * 60 - 31) / 30;
  const guesses = await guessesOf(n, minutes * 60);
  expect(guesses).toBeGreaterThanOrEqual(10 * n + (n <= 5 ? n * (turns - 1) : turns - 6));
  expect(guesses).toBeLessThanOrEqual(10 * n + Math.min(n, 5) * (turns + 1));
});

test('an address that is none is not believed, and a network of IPv6 is one address', async () => {
  const { login } = await aUser(db);
  for (const addressOf of [
    (guess: number) => `lixo${guess}`,
    (guess: number) => `203.0.113.5, 10.0.0.${guess}:80`,
    (guess: number) => `2001:db8:0:7:${guess}::1`,
    (guess: number) => (guess % 2 ? '::ffff:203.0.113.77' : '203.0.113.77'),
  ]) {
    await db.deleteFrom('sign_in_failures').execute();
    for (const number of [1, 2]) await attempt(login, 'errada', addressOf(number));
    const counts = await db.selectFrom('sign_in_failures').select('failures').execute();
    expect(counts).toEqual([{ failures: 2 }, { failures: 2 }]);
  }
  expect((await attempt(login, PASSWORD, '::ffff:198.51.100.7')).status).toBe(200);
  expect((await attempt(login, PASSWORD, '2001:db8:0:8::1')).status).toBe(200);
});

test('an address that fails at many accounts has to wait, and only that address', async () => {
  const { login } = await aUser(db);
  await attempt('alguem', 'errada', '203.0.113.9');
  await setFailures(subjectsOf('alguem', '203.0.113.9', false).address, 59);
  expect((await attempt('outro', 'errada', '203.0.113.9')).status).toBe(401);
  expect(await attempt(login, PASSWORD, '203.0.113.9')).toEqual({ status: 429, wait: 1 });
  expect((await attempt(login, PASSWORD, '10.0.0.1')).status).toBe(200);
});

test('who keeps asking while an account has to wait soon has to wait at every account', async () => {
  const { login } = await aUser(db);
  await fail('alguem', '203.0.113.9');
  const { address } = subjectsOf('alguem', '203.0.113.9', false);
  await setFailures(address, 58);
  expect((await attempt('alguem', 'errada', '203.0.113.9')).status).toBe(429);
  expect((await attempt(login, 'errada', '203.0.113.9')).status).toBe(401);
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
  expect((await attempt(login, PASSWORD, '203.0.113.9')).status).toBe(429);
});

test('eight people may sign in to one account at the same moment', async () => {
  const { login } = await aUser(db);
  const answers = await Promise.all(Array.from({ length: 8 }, () => attempt(login, PASSWORD)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

test('failures are forgotten after a quarter of an hour where one is known, else after a day', async () => {
  const { login } = await aUser(db);
  await fail(login);
  forward(16 * 60);
  expect((await attempt(login)).status).toBe(401);
  expect(await attempt(login)).toEqual({ status: 429, wait: 2 });
  forward(24 * 60 * 60 + 1);
  await fail(login);
  forward(1);
  expect((await attempt(login, PASSWORD)).status).toBe(200);
  await fail(login, '10.0.0.1', true);
  forward(16 * 60);
  for (let failure = 1; failure <= 10; failure++) expect((await attempt(login)).status).toBe(401);
  expect((await attempt(login)).status).toBe(429);
});

test('neither logins nor addresses can be read from the counts', async () => {
  await attempt('senha-no-campo-errado', 'errada', '203.0.113.9');
  const rows = await db.selectFrom('sign_in_failures').selectAll().execute();
  expect(rows).toHaveLength(2);
  for (const { subject } of rows) expect(subject).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
