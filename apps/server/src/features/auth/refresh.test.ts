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

/** What a call with this token is answered. */
async function knock(token: string): Promise<number> {
  return (await shop.call('listActiveProducts', { token })).status;
}

/** Lets time pass for one person: all that is theirs was made, and ends, so much earlier. */
async function letPass(visitor: Visitor, interval: string): Promise<void> {
  await sql`UPDATE session_tokens SET expires_at = expires_at - ${interval}::interval
    WHERE session_id IN (SELECT id FROM sessions WHERE user_id = ${visitor.id})`.execute(db);
  await sql`UPDATE sessions SET started_at = started_at - ${interval}::interval,
    expires_at = expires_at - ${interval}::interval WHERE user_id = ${visitor.id}`.execute(db);
}

test('a refresh gives another access and another cookie', async () => {
  const visitor = await aVisitor(shop, { name: 'Vera' });
  const next = await refresh(visitor.cookie);
  expect(next.status).toBe(200);
  expect(next.body.user).toMatchObject({ id: visitor.id, name: 'Vera' });
  expect(next.body.access).not.toBe(visitor.token);
  expect(next.cookie).toMatch(new RegExp(`^${COOKIE}=[\\w-]{43}$`));
  expect(next.cookie).not.toBe(visitor.cookie);
  expect(await knock(next.body.access)).toBe(200);
  const after = await refresh(next.cookie);
  expect(after.status).toBe(200);
});

test('a cookie that comes back ends the whole session, access included, at once', async () => {
  const visitor = await aVisitor(shop);
  const next = await refresh(visitor.cookie);
  expect(await knock(visitor.token)).toBe(200);
  expect(await knock(next.body.access)).toBe(200);
  const before = await lastAuditId(db);

  expect((await refresh(visitor.cookie)).status).toBe(401);

  expect(await knock(visitor.token)).toBe(401);
  expect(await knock(next.body.access)).toBe(401);
  expect((await refresh(next.cookie)).status).toBe(401);
  expect(await auditAfter(db, before)).toMatchObject([
    { action: 'session.token_reused', actor_id: visitor.id, before: null, after: null },
  ]);
});

test('who asks again because the answer was lost gets the same successor', async () => {
  const visitor = await aVisitor(shop);
  const attempt = anAttempt();
  const lost = await refresh(visitor.cookie, attempt);
  const again = await refresh(visitor.cookie, attempt);
  expect(again).toMatchObject({ status: 200, cookie: lost.cookie });
  expect(again.body.access).not.toBe(lost.body.access);
  expect(await knock(again.body.access)).toBe(200);
});

test('but not once the successor has been used', async () => {
  const visitor = await aVisitor(shop);
  const attempt = anAttempt();
  const next = await refresh(visitor.cookie, attempt);
  const third = await refresh(next.cookie, anAttempt());
  expect((await refresh(visitor.cookie, attempt)).status).toBe(401);
  expect(await knock(third.body.access)).toBe(401);
  expect((await refresh(third.cookie)).status).toBe(401);
});

test('two at once under one name get one successor; under two names the session ends', async () => {
  const visitor = await aVisitor(shop);
  const attempt = anAttempt();
  const same = await Promise.all([
    refresh(visitor.cookie, attempt),
    refresh(visitor.cookie, attempt),
  ]);
  expect(same.map(({ status }) => status)).toEqual([200, 200]);
  expect(new Set(same.map(({ cookie }) => cookie)).size).toBe(1);

  const other = await aVisitor(shop);
  const two = await Promise.all([
    refresh(other.cookie, anAttempt()),
    refresh(other.cookie, anAttempt()),
  ]);
  expect(two.map(({ status }) => status).sort()).toEqual([200, 401]);
  const winner = two.find(({ status }) => status === 200);
  expect(await knock(winner?.body.access ?? '')).toBe(401);
});

test('nothing but a refresh token renews, and a refresh token does nothing else', async () => {
  const { token, cookie } = await aVisitor(shop);
  for (const wrong of ['', `${COOKIE}=`, `${COOKIE}=x`, `${COOKIE}=${token}`]) {
    expect((await refresh(wrong)).status).toBe(401);
  }
  // The plain cookie is not taken over TLS, where somebody on the network could have set it.
  expect((await refresh(cookie, undefined, { 'x-forwarded-proto': 'https' })).status).toBe(401);
  expect(await knock(cookie.split('=')[1] ?? '')).toBe(401);
  expect(await knock(token)).toBe(200);
});

test('a call of another site is refused and changes nothing', async () => {
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

test('an access lives 15 minutes', async () => {
  const early = await aVisitor(shop);
  await letPass(early, '14 minutes 50 seconds');
  expect(await knock(early.token)).toBe(200);
  const late = await aVisitor(shop);
  await letPass(late, '15 minutes 1 second');
  expect(await knock(late.token)).toBe(401);
  expect((await refresh(late.cookie)).status).toBe(200);
});

test('a session nobody uses ends after 12 hours', async () => {
  const early = await aVisitor(shop);
  await letPass(early, '11 hours 59 minutes 50 seconds');
  expect((await refresh(early.cookie)).status).toBe(200);
  const late = await aVisitor(shop);
  await letPass(late, '12 hours 1 second');
  expect((await refresh(late.cookie)).status).toBe(401);
});

test('and one in use after 7 days, with all its tokens', async () => {
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

test.each(['active', 'deleted_at'] as const)(
  'a user whose %s changed gets no other',
  async (column) => {
    const visitor = await aVisitor(shop);
    // Behind the server's back, so that the session itself still stands.
    await db
      .updateTable('users')
      .set(
        column === 'active'
          ? { active: false }
          : { deleted_at: new Date(), deleted_by: visitor.id },
      )
      .where('id', '=', visitor.id)
      .execute();
    expect((await refresh(visitor.cookie)).status).toBe(401);
  },
);
