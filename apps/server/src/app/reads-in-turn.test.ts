import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { MOST_PARKED } from '@balcao/contract/fields/list-limits.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestShop, type TestShop } from '../testing/app.ts';
import { hold, untilBlocked } from '../testing/books.ts';
import { aParkedOrder, aSalePayload, aUser, saleParts } from '../testing/builders.ts';
import { anAccess } from '../testing/signed-in.ts';

/** More than a pool has connections. */
const CROWD = 40;
const UNDER_WAY = 2;
const CHANGES_UNDER_WAY = 4;
const BODIES_READ = 2;
const MOST_WAITING = 100;

async function openShop() {
  const shop = await openTestShop();
  const { db } = shop.owner;
  const [seller, other] = [await aUser(db), await aUser(db)];
  const [vera, ana] = [await anAccess(db, seller.id), await anAccess(db, other.id)];
  const body = aSalePayload(await saleParts(db));
  const sell = (token: string) => shop.call('createSale', { token, body });
  return { shop, seller, vera, ana, sell };
}

/** Makes lists of sales wait, but not sales: only lists read what puts sales right. */
function holdLists({ owner }: TestShop) {
  return hold(owner.db, (tx) => sql`LOCK TABLE corrections IN ACCESS EXCLUSIVE MODE`.execute(tx));
}

/** Requests so many lists; `statuses` fills as they are answered, with 0 for aborted ones. */
function requestLists(shop: TestShop, token: string, count: number) {
  const given = new AbortController();
  const statuses: number[] = [];
  const lists = Array.from({ length: count }, async () => {
    const answer = await fetch(`${shop.origin}/api/pdv/sales/`, {
      headers: { authorization: `Bearer ${token}` },
      signal: given.signal,
    }).catch(() => undefined);
    await answer?.text();
    statuses.push(answer?.status ?? 0);
  });
  return { statuses, giveUp: () => given.abort(), all: () => Promise.all(lists) };
}

test('while forty lists of one user hang, others sell and read; in the end all are answered', async () => {
  const { shop, vera, ana, sell } = await openShop();
  const release = await holdLists(shop);
  const lists = requestLists(shop, vera, CROWD);
  await untilBlocked(shop.owner.db, UNDER_WAY);

  expect((await sell(ana)).status).toBe(201);
  expect((await sell(vera)).status).toBe(201);
  expect((await shop.call('listActiveProducts', { token: ana })).body).toHaveLength(1);
  expect((await shop.call('readHealth')).status).toBe(200);
  await release();
  await lists.all();
  expect(lists.statuses).toEqual(Array(CROWD).fill(200));
});

test.each(['/api/institution/', '/api/health/'])(
  'three hundred strangers who ask for %s at once share a few reads of the database',
  async (url) => {
    const shop = await openTestShop();
    const { pool } = shop.connection;
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const connect = pool.connect.bind(pool);
    const connected = vi.spyOn(pool, 'connect').mockImplementation(async () => {
      await opened;
      return connect();
    });
    const asked = Array.from({ length: 300 }, () => shop.app.inject(url));
    // Each has had its turn.
    for (let turn = 0; turn < 1_000; turn++) await setImmediate();
    open();
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(connected.mock.calls.length).toBeLessThan(20);
  },
);

test.each([
  ['without a session', () => ({})],
  ['of one seller', (token: string) => ({ authorization: `Bearer ${token}` })],
])('of sixty refused requests %s one begins at each turn of the event loop', async (_, of) => {
  const { shop, vera } = await openShop();
  await shop.call('readClock', { token: vera });
  let turn = 0;
  let counting = true;
  onTestFinished(() => {
    counting = false;
  });
  const count = async () => {
    for (; counting; turn++) await setImmediate();
  };
  void count();
  const turns = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const { statusCode } = await shop.app.inject({ url: '/api/clock/?a=1', headers: of(vera) });
      expect([400, 401]).toContain(statusCode);
      return turn;
    }),
  );
  expect(new Set(turns).size).toBe(60);
});

test('of forty invented tokens at once two are looked up, and who has a session sells', async () => {
  const { shop, ana, sell } = await openShop();
  const { db, pool } = shop.owner;
  expect((await sell(ana)).status).toBe(201);
  // Only the look-ups of tokens wait for it.
  const release = await hold(db, (tx) =>
    sql`LOCK TABLE session_tokens IN ACCESS EXCLUSIVE MODE`.execute(tx),
  );
  const asked = Array.from({ length: CROWD }, () =>
    fetch(`${shop.origin}/api/pdv/box/`, { headers: { authorization: `Bearer ${randomUUID()}` } }),
  );
  await untilBlocked(db, UNDER_WAY);
  const { rows } = await pool.query(
    "SELECT count(*) AS blocked FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  expect(rows[0].blocked).toBe(UNDER_WAY);
  await release();
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(401);
  expect((await sell(ana)).status).toBe(201);
});

test('too many waiting lists of one user are refused, and aborted ones wait no longer', async () => {
  const { shop, vera } = await openShop();
  let left = 0;
  shop.app.server.on('request', (_request: IncomingMessage, response: ServerResponse) =>
    response.once('close', () => {
      if (!response.writableFinished) left++;
    }),
  );
  const release = await holdLists(shop);
  const tooMany = requestLists(shop, vera, UNDER_WAY + MOST_WAITING + CROWD);
  await expect.poll(() => tooMany.statuses).toEqual(Array(CROWD).fill(429));
  const refused = await shop.call('listSales', { token: vera });
  expect(refused.problem).toMatchObject({ status: 429, code: 'too_many_attempts' });
  expect(refused.headers.get('retry-after')).toBe('2');

  tooMany.giveUp();
  await tooMany.all();
  await expect.poll(() => left).toBe(UNDER_WAY + MOST_WAITING);
  const again = requestLists(shop, vera, MOST_WAITING);
  await release();
  await again.all();
  expect(again.statuses).toEqual(Array(MOST_WAITING).fill(200));
});

/** Begins a list of some MB and reads no more than its head. */
async function readSlowly({ origin }: TestShop, token: string): Promise<void> {
  const { promise: begun, resolve } = Promise.withResolvers<IncomingMessage>();
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${origin}/api/audit/?page_size=100`, { headers, agent: false }, resolve);
  onTestFinished(() => void request.destroy());
  expect((await begun).statusCode).toBe(200);
}

test('people who read their lists slowly keep only lists of their own waiting', async () => {
  const { shop, ana } = await openShop();
  const { db } = shop.owner;
  // More than the buffers on the way to a client hold.
  await sql`INSERT INTO audit_events (action, after)
    SELECT 'demo.filled', jsonb_build_object('note', repeat('x', 100000))
    FROM generate_series(1, 100)`.execute(db);
  const admins = await Promise.all(
    Array.from({ length: 3 }, async () => anAccess(db, (await aUser(db, { admin: true })).id)),
  );
  await Promise.all([...admins, ...admins].map((token) => readSlowly(shop, token)));
  const list = requestLists(shop, ana, UNDER_WAY);
  await list.all();
  expect(list.statuses).toEqual([200, 200]);
  const own = requestLists(shop, admins[0] ?? '', 1);
  await requestLists(shop, ana, 1).all();
  expect(own.statuses).toEqual([]);
  own.giveUp();
});

test('of three hundred changes of one seller four are made at once, and others sell meanwhile', async () => {
  const { shop, seller, vera, ana, sell } = await openShop();
  const release = await hold(shop.owner.db, (tx) =>
    tx.selectFrom('users').select('id').where('id', '=', seller.id).forUpdate().execute(),
  );
  const statuses: number[] = [];
  const parked = Array.from({ length: 300 }, async () => {
    const body = aParkedOrder();
    statuses.push((await shop.call('parkSale', { token: vera, body })).status);
  });
  const refused = 300 - MOST_WAITING - CHANGES_UNDER_WAY;
  await expect.poll(() => statuses).toEqual(Array(refused).fill(429));
  await untilBlocked(shop.owner.db, CHANGES_UNDER_WAY);
  expect((await sell(ana)).status).toBe(201);
  expect((await shop.call('listActiveProducts', { token: ana })).status).toBe(200);
  const { rows } = await sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(shop.owner.db);
  expect(rows).toHaveLength(CHANGES_UNDER_WAY);
  await release();
  await Promise.all(parked);
  const others = statuses.slice(refused);
  expect(new Set(others)).toEqual(new Set([201, 409]));
  expect(others.filter((status) => status === 201)).toHaveLength(MOST_PARKED);
});

const parkedSales = ({ origin }: TestShop) => `${origin}/api/pdv/parkedSales/`;

const jsonOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
});

/** Begins a large body and sends no more of it than the first letter, until it is destroyed. */
function sendSlowly(shop: TestShop, token: string, framing: Record<string, string>) {
  const headers = { ...jsonOf(token), ...framing };
  const sending = request(parkedSales(shop), { method: 'POST', headers, agent: false });
  sending.on('error', () => {});
  onTestFinished(() => void sending.destroy());
  sending.write('{');
  return sending;
}

/** Parks so many large orders, none of them valid; `statuses` fills as with lists. */
function parkLarge(shop: TestShop, token: string, count: number) {
  const given = new AbortController();
  onTestFinished(() => given.abort());
  const statuses: number[] = [];
  const body = JSON.stringify({ ...aParkedOrder(), unknown: 'x'.repeat(40_000) });
  const all = Array.from({ length: count }, async () => {
    const init = { method: 'POST', headers: jsonOf(token), body, signal: given.signal };
    const answer = await fetch(parkedSales(shop), init).catch(() => undefined);
    await answer?.text();
    statuses.push(answer?.status ?? 0);
  });
  return { statuses, giveUp: () => given.abort(), all: () => Promise.all(all) };
}

test('while two large bodies of one user arrive, no other of theirs is read, and others go past', async () => {
  const { shop, vera, ana, sell } = await openShop();
  const left: ServerResponse[] = [];
  const arrived: IncomingMessage[] = [];
  shop.app.server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    arrived.push(incoming);
    response.once('close', () => {
      if (!response.writableFinished) left.push(response);
    });
  });
  const slow = [{ 'content-length': '40000' }, { 'transfer-encoding': 'chunked' }].map((framing) =>
    sendSlowly(shop, vera, framing),
  );
  const read = () => arrived.filter(({ readableFlowing }) => readableFlowing);
  await expect.poll(read).toHaveLength(BODIES_READ);
  const tooMany = parkLarge(shop, vera, MOST_WAITING + CROWD);
  await expect.poll(() => tooMany.statuses).toEqual(Array(CROWD).fill(429));

  expect((await sell(vera)).status).toBe(201);
  expect((await shop.call('parkSale', { token: vera, body: aParkedOrder() })).status).toBe(201);
  const others = parkLarge(shop, ana, CROWD);
  await others.all();
  expect(others.statuses).toEqual(Array(CROWD).fill(400));

  tooMany.giveUp();
  await tooMany.all();
  await expect.poll(() => left).toHaveLength(MOST_WAITING);
  const again = parkLarge(shop, vera, MOST_WAITING);
  slow[0]?.destroy();
  await again.all();
  expect(again.statuses).toEqual(Array(MOST_WAITING).fill(400));
});
