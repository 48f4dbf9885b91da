import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { openAnotherApp, openTestShop, type TestShop } from '../../testing/app.ts';
import { aUser, PASSWORD } from '../../testing/builders.ts';
import { clearAccount, countAttempt, subjectsOf } from './throttle.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

// A clock that only the tests move.
let instant = Date.now();
const forward = (seconds: number) => {
  instant += seconds * 1_000;
};
const clock = () => sql<Date>`${new Date(instant)}::timestamptz`;
const { call } = await openAnotherApp({ connection: shop.connection, clock }, afterAll);
const other = await openAnotherApp({ connection: shop.connection, clock }, afterAll);

const HERE = '10.0.0.1';
const ELSEWHERE = '203.0.113.9';

let login: string;

// Failures in one test would delay the next one, which comes from the same address.
beforeEach(async () => {
  await db.deleteFrom('sign_in_failures').execute();
  login = (await aUser(db)).login;
});

/** An attempt over HTTP through a proxy on this machine; returns the status, or the wait in seconds. */
async function attempt(given: {
  at?: string;
  password?: string;
  from?: string;
  server?: Pick<TestShop, 'call'>;
}): Promise<number | string> {
  const { at = login, password = PASSWORD, from = HERE, server = { call } } = given;
  const { status, headers, problem } = await server.call('login', {
    body: { username: at, password },
    headers: { 'x-forwarded-for': from },
  });
  if (status !== 429) return status;
  expect(problem.code).toBe('too_many_attempts');
  return `${headers.get('retry-after')} s`;
}

const WRONG = { password: 'errada' };

/** Attempts with a wrong password, each of which is verified. */
async function mistype(times: number, at = login): Promise<void> {
  for (let time = 1; time <= times; time++) expect(await attempt({ at, ...WRONG })).toBe(401);
}

/** Counts an attempt without a password; returns the seconds to wait, 0 if it would be verified. */
async function guess(
  at: string,
  from = HERE,
  familiar = false,
  guessed?: 'account' | 'code',
): Promise<number> {
  try {
    await countAttempt(shop.connection.db, subjectsOf(at, from, familiar, guessed), clock);
    return 0;
  } catch (error) {
    if (error instanceof Refusal) return error.context.retryAfterSeconds ?? 0;
    throw error;
  }
}

/** Ten failures, after which the account has to wait for this address. */
async function fail(at: string, from?: string, familiar?: boolean): Promise<void> {
  for (let failure = 1; failure <= 10; failure++) expect(await guess(at, from, familiar)).toBe(0);
}

function countOf({ key }: { key: string }) {
  const counts = db.selectFrom('sign_in_failures').selectAll().where('subject', '=', key);
  return counts.executeTakeFirst();
}

async function setFailures({ key }: { key: string }, failures: number): Promise<void> {
  await db.updateTable('sign_in_failures').set({ failures }).where('subject', '=', key).execute();
}

test('ten failures are free, then each doubles the next wait, up to 30 seconds', async () => {
  await mistype(10);
  for (const wait of [1, 2, 4, 8, 16, 30, 30, 30]) {
    expect(await attempt(WRONG)).toBe(`${wait} s`);
    forward(wait);
    await mistype(1);
  }
});

test('the right password has to wait too, and trying it does not prolong the account’s wait', async () => {
  await fail(login);
  const { account, address } = subjectsOf(login, HERE, false);
  const [before, ofAddress] = [await countOf(account), await countOf(address)];
  for (let time = 0; time < 3; time++) expect(await attempt({})).toBe('1 s');
  expect(await countOf(account)).toEqual(before);
  expect(await countOf(address)).toMatchObject({ failures: (ofAddress?.failures ?? 0) + 3 });
  forward(1);
  expect(await attempt({})).toBe(200);
});

test('an unknown login is counted like a known one', async () => {
  await mistype(10, 'Ninguém');
  expect(await attempt({ at: 'Ninguém' })).toBe('1 s');
  expect(await attempt({ at: 'NINGUÉM' })).toBe('1 s');
});

test('a burst of guesses at two servers cannot outrun the count', async () => {
  const burst = Array.from({ length: 30 }, (_, n) =>
    attempt({ password: `palpite ${n}`, server: n % 2 ? other : { call } }),
  );
  const answers = await Promise.all(burst);
  expect(answers.filter((answer) => answer === 401)).toHaveLength(10);
  expect(answers.filter((answer) => String(answer).endsWith(' s'))).toHaveLength(20);
});

test('a success clears the count of the account', async () => {
  for (let round = 0; round < 3; round++) {
    await mistype(9);
    expect(await attempt({})).toBe(200);
  }
});

test('a stranger from elsewhere cannot keep the counter out', async () => {
  expect(await attempt({})).toBe(200);
  await fail(login, ELSEWHERE);
  expect(await attempt({ from: ELSEWHERE })).toBe('1 s');

  expect(await attempt({})).toBe(200);
  // The counter's success gives the stranger no new guesses.
  expect(await attempt({ from: ELSEWHERE })).toBe('1 s');
  // The counter itself is counted too.
  await fail(login, HERE, true);
  expect(await attempt({})).toBe('1 s');
});

test('strangers on four addresses never delay the right password from a fifth', async () => {
  for (let round = 0; round < 13; round++) {
    for (const host of [1, 2, 3, 4]) await guess(login, `203.0.113.${host}`);
  }
  expect(await guess(login, '203.0.113.4')).toBe(1);
  // A user who mistyped ten times there waits for those failures alone.
  await fail(login, '10.0.0.9');
  expect(await attempt({ from: '10.0.0.9' })).toBe('1 s');
  forward(1);
  expect(await attempt({ from: '10.0.0.9' })).toBe(200);
  expect(await attempt({ from: '10.0.0.10' })).toBe(200);
});

test('strangers on many addresses share one wait, and delay no new address', async () => {
  const many = Array.from({ length: 7 }, (_, host) => `203.0.113.${host}`);
  for (const address of many) await fail(login, address);
  for (let round = 0; round < 8; round++) {
    forward(30);
    const waits = [];
    for (const address of many) waits.push(await guess(login, address));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(1);
  }
  expect(await attempt({ ...WRONG, from: '10.1.0.1' })).toBe(401);
  expect(await attempt({ from: '10.1.0.1' })).toBe(200);
});

test.each([
  [1, 'account'],
  [4, 'account'],
  [7, 'account'],
  [7, 'code'],
] as const)('%i addresses guess at most what SECURITY.md says (%s)', async (n, guessed) => {
  const minutes = 5;
  const until = instant + minutes * 60_000;
  // Each address guesses as soon as its wait allows.
  const next = Array.from({ length: n }, () => instant);
  let guesses = 0;
  while (Math.min(...next) < until) {
    instant = Math.min(...next);
    const turn = next.indexOf(instant);
    const wait = await guess(login, `203.0.113.${turn}`, false, guessed);
    next[turn] = instant + wait * 1_000;
    if (wait === 0) guesses++;
  }
  instant = until;
  const turns = 5 + (minutes * 60 - 31) / 30;
  if (guessed === 'code') {
    // The guesses of all strangers together.
    expect(guesses).toBeGreaterThanOrEqual(5 + turns - 1);
    expect(guesses).toBeLessThanOrEqual(5 + turns + 1);
    return;
  }
  expect(guesses).toBeGreaterThanOrEqual(10 * n + (n <= 5 ? n * (turns - 1) : turns - 6));
  expect(guesses).toBeLessThanOrEqual(10 * n + Math.min(n, 5) * (turns + 1));
});

test.each<[string, string, string]>([
  ['rubbish', 'lixo1', 'lixo2'],
  ['an address with a port', '203.0.113.5, 10.0.0.1:80', '203.0.113.5, 10.0.0.2:80'],
  ['an IPv6 network', '2001:db8:0:7:1::1', '2001:db8:0:7:2::1'],
  ['an IPv4 address in IPv6', '::ffff:203.0.113.77', '203.0.113.77'],
])('%s counts as one address', async (_what, first, second) => {
  for (const from of [first, second]) await attempt({ ...WRONG, from });
  const counts = await db.selectFrom('sign_in_failures').select('failures').execute();
  expect(counts).toEqual([{ failures: 2 }, { failures: 2 }]);
  expect(await attempt({ from: '::ffff:198.51.100.7' })).toBe(200);
  expect(await attempt({ from: '2001:db8:0:8::1' })).toBe(200);
});

test('an address that fails at many accounts, or keeps trying a waiting one, has to wait at every account', async () => {
  await fail('alguem', ELSEWHERE);
  await setFailures(subjectsOf('alguem', ELSEWHERE, false).address, 58);
  expect(await attempt({ at: 'alguem', from: ELSEWHERE })).toBe('1 s');
  expect(await attempt({ at: 'outro', from: ELSEWHERE })).toBe(401);
  expect(await attempt({ from: ELSEWHERE })).toBe('1 s');
  // Only that address has to.
  expect(await attempt({})).toBe(200);
});

test('a success gives the address one attempt back, and does not end its wait', async () => {
  await guess('alguem', ELSEWHERE);
  const { address } = subjectsOf('alguem', ELSEWHERE, false);
  for (const [failures, blocked_until] of [
    [30, null],
    [62, expect.any(Date)],
  ] as const) {
    await setFailures(address, failures);
    expect(await attempt({ from: ELSEWHERE })).toBe(200);
    expect(await countOf(address)).toMatchObject({ failures, blocked_until });
  }
  expect(await attempt({ from: ELSEWHERE })).toMatch(/ s$/);
});

test('a browser in which the account has signed in waits for no guesses at its address', async () => {
  const other = await aUser(db);
  const signIn = (who: string, cookie = '', password = PASSWORD, from = HERE) =>
    call('login', {
      body: { username: who, password },
      headers: { 'x-forwarded-for': from, cookie },
    });
  const cookies = (await signIn(login, '')).headers.getSetCookie();
  const [, known = ''] = cookies.map((cookie) => cookie.split(';')[0] ?? '');
  expect(known).toMatch(/^balcao_browser_\w+=\d+\.[\w-]{12}\.\d+\.[\w-]{43}$/);
  await fail(login, HERE, true);
  for (let time = 0; time < 70; time++) await guess(`palpite ${time}`);
  expect((await signIn(login, '')).status).toBe(429);
  const since = await signIn(login, known);
  expect(since.status).toBe(200);
  // Neither another account nor a changed cookie profits from it.
  expect((await signIn(other.login, known)).status).toBe(429);
  expect(
    (
      await signIn(
        login,
        known.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
    ).status,
  ).toBe(429);
  expect((await signIn(login, known.replace(/=\d+/, '=99999'))).status).toBe(429);

  const elsewhere = (await signIn(login, '', PASSWORD, ELSEWHERE)).headers.getSetCookie();
  // A copied cookie makes nobody wait at the counter from another address.
  for (let time = 0; time < 30; time++) await signIn(login, known, 'errada', ELSEWHERE);
  expect((await signIn(login, known, PASSWORD, ELSEWHERE)).status).toBe(429);
  for (let time = 0; time < 10; time++)
    expect((await signIn(login, known, 'errada')).status).toBe(401);
  expect((await signIn(login, known)).status).toBe(429);
  // A copied cookie keeps nobody out of another browser, nor of its own if anybody has signed in there since.
  expect((await signIn(login, elsewhere[1]?.split(';')[0])).status).toBe(200);
  expect((await signIn(login, since.headers.getSetCookie()[1]?.split(';')[0])).status).toBe(200);
  await inTransaction(db, async (tx) => clearAccount(tx, { id: -1, login }));
  expect((await signIn(login, known)).status).toBe(200);
});

test('eight people may sign in to one account at the same moment', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => attempt({})));
  expect(answers).toEqual(Array(8).fill(200));
});

test('failures are forgotten after 15 minutes at a familiar address, else after a day', async () => {
  await fail(login);
  forward(16 * 60);
  await mistype(1);
  expect(await attempt(WRONG)).toBe('2 s');
  forward(24 * 60 * 60 + 1);
  await fail(login);
  forward(1);
  expect(await attempt({})).toBe(200);
  await fail(login, HERE, true);
  forward(16 * 60);
  await mistype(10);
  expect(await attempt(WRONG)).toBe('1 s');
});

test('neither logins nor addresses can be read from the counts', async () => {
  await attempt({ at: 'senha-no-campo-errado', from: ELSEWHERE });
  const rows = await db.selectFrom('sign_in_failures').selectAll().execute();
  expect(rows).toHaveLength(2);
  for (const { subject } of rows) expect(subject).toMatch(/^[A-Za-z0-9+/]{43}=$/);
});
