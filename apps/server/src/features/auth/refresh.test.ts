import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { COOKIE, openTestShop } from '../../testing/app.ts';
import { auditAfter, lastAuditId } from '../../testing/books.ts';
import { aVisitor, cookieOf, type Visitor } from '../../testing/signed-in.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;

const anAttempt = () => randomBytes(16).toString('hex');

async function refresh(cookie: string, attempt?: string, headers: Record<string, string> = {}) {
  const answer = await shop.call('refreshSession', {
    body: attempt === undefined ? {} : { attempt },
    headers: { cookie, ...headers },
  });
  return { status: answer.status, body: answer.body, cookie: cookieOf(answer.headers) };
}

/** The status of a call with this token. */
async function statusWith(token = ''): Promise<number> {
  return (await shop.call('listActiveProducts', { token })).status;
}

/** Moves a user's session and tokens into the past. */
async function letPass({ id }: Visitor, interval: string): Promise<void> {
  await sql`UPDATE session_tokens SET expires_at = expires_at - ${interval}::interval
    WHERE session_id IN (SELECT id FROM sessions WHERE user_id = ${id})`.execute(db);
  await sql`UPDATE sessions SET started_at = started_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval WHERE user_id = ${id}`.execute(db);
}

test('a refresh gives another access and another cookie', async () => {
  const visitor = await aVisitor(shop, { name: 'Vera' });
  const next = await refresh(visitor.cookie);
  expect(next).toMatchObject({ status: 200, body: { user: { id: visitor.id, name: 'Vera' } } });
  expect(next.body.access).not.toBe(visitor.token);
  expect(next.cookie).toMatch(new RegExp(`^${COOKIE}=[\\w-]{43}$`));
  expect(next.cookie).not.toBe(visitor.cookie);
  expect(await statusWith(next.body.access)).toBe(200);
  expect((await refresh(next.cookie)).status).toBe(200);
});

test('a reused cookie ends the whole session, including its access, at once', async () => {
  const visitor = await aVisitor(shop);
  const next = await refresh(visitor.cookie);
  expect(await statusWith(visitor.token)).toBe(200);
  expect(await statusWith(next.body.access)).toBe(200);
  const before = await lastAuditId(db);

  expect((await refresh(visitor.cookie)).status).toBe(401);

  expect(await statusWith(visitor.token)).toBe(401);
  expect(await statusWith(next.body.access)).toBe(401);
  expect((await refresh(next.cookie)).status).toBe(401);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'session.token_reused', actor_id: visitor.id, before: null, after: null },
  ]);
});

test('a retry after a lost response gets the same successor, until that has been used', async () => {
  const visitor = await aVisitor(shop);
  const attempt = anAttempt();
  const lost = await refresh(visitor.cookie, attempt);
  const again = await refresh(visitor.cookie, attempt);
  expect(again).toMatchObject({ status: 200, cookie: lost.cookie });
  expect(again.body.access).not.toBe(lost.body.access);
  expect(await statusWith(again.body.access)).toBe(200);

  const third = await refresh(again.cookie, anAttempt());
  expect((await refresh(visitor.cookie, attempt)).status).toBe(401);
  expect(await statusWith(third.body.access)).toBe(401);
  expect((await refresh(third.cookie)).status).toBe(401);
});

test('two at once of one attempt get one successor; two attempts end the session', async () => {
  const twice = async (first: string, second: string) => {
    const { cookie } = await aVisitor(shop);
    return Promise.all([refresh(cookie, first), refresh(cookie, second)]);
  };
  const attempt = anAttempt();
  const same = await twice(attempt, attempt);
  expect(same.map(({ status }) => status)).toEqual([200, 200]);
  expect(same[0].cookie).toBe(same[1].cookie);

  const two = await twice(anAttempt(), anAttempt());
  expect(two.map(({ status }) => status).sort()).toEqual([200, 401]);
  const winner = two.find(({ status }) => status === 200);
  expect(await statusWith(winner?.body.access)).toBe(401);
});

test('only a refresh token renews, and it does nothing else', async () => {
  const { token, cookie } = await aVisitor(shop);
  for (const wrong of ['', `${COOKIE}=`, `${COOKIE}=x`, `${COOKIE}=${token}`]) {
    expect((await refresh(wrong)).status).toBe(401);
  }
  // Over TLS the plain cookie is refused, because anyone on the network could have set it.
  expect((await refresh(cookie, undefined, { 'x-forwarded-proto': 'https' })).status).toBe(401);
  expect(await statusWith(cookie.split('=')[1])).toBe(401);
  expect(await statusWith(token)).toBe(200);
});

test('a request of another site is refused and changes nothing', async () => {
  const { cookie } = await aVisitor(shop);
  const before = await tableSnapshot(db);
  const { port } = new URL(shop.origin);
  for (const origin of [
    'https://outra.example',
    'null',
    `http://127.0.0.1:${Number(port) + 1}`,
    `https://127.0.0.1:${port}`,
    `http://localhost:${port}`,
  ]) {
    expect((await refresh(cookie, undefined, { origin })).status).toBe(403);
  }
  expect(await tableSnapshot(db)).toEqual(before);
  expect((await refresh(cookie, undefined, { origin: shop.origin })).status).toBe(200);
});

test('an access lives 15 minutes, and an unused session 12 hours', async () => {
  const after = async (interval: string) => {
    const visitor = await aVisitor(shop);
    await letPass(visitor, interval);
    const call = await statusWith(visitor.token);
    return [call, (await refresh(visitor.cookie)).status];
  };
  expect(await after('14 minutes 50 seconds')).toEqual([200, 200]);
  expect(await after('15 minutes 1 second')).toEqual([401, 200]);
  expect(await after('11 hours 59 minutes 50 seconds')).toEqual([401, 200]);
  expect(await after('12 hours 1 second')).toEqual([401, 401]);
});

test('a session in use ends after 7 days, with all its tokens', async () => {
  const visitor = await aVisitor(shop);
  let { cookie } = visitor;
  for (let halfDays = 0; halfDays < 14; halfDays++) {
    await letPass(visitor, '11 hours 59 minutes');
    const next = await refresh(cookie);
    expect(next.status).toBe(200);
    cookie = next.cookie;
  }
  const { rows } = await sql<{ beyond: number }>`
    SELECT count(*) AS beyond FROM session_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE s.user_id = ${visitor.id} AND t.expires_at > s.expires_at`.execute(db);
  expect(rows[0]?.beyond).toBe(0);
  await letPass(visitor, '14 minutes 1 second');
  expect((await refresh(cookie)).status).toBe(401);
});

test.each([{ active: false }, { deleted_at: new Date(), deleted_by: 1 }])(
  'a user with %o gets no other access',
  async (change) => {
    const visitor = await aVisitor(shop);
    // In the database alone, so that the session itself is still open.
    await db.updateTable('users').set(change).where('id', '=', visitor.id).execute();
    expect((await refresh(visitor.cookie)).status).toBe(401);
  },
);
