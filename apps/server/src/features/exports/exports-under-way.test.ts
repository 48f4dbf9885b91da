import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openSnapshot } from '../../database/reading-snapshot.ts';
import { openTestShop } from '../../testing/app.ts';
import { aSalePayload, aUser, saleParts } from '../../testing/builders.ts';
import { requestExport } from '../../testing/exported.ts';
import { anAccess } from '../../testing/signed-in.ts';
import { STALLED_MS } from './exports.service.ts';

const shop = await openTestShop(afterAll);
const { db } = shop.owner;
const AUDIT = { list: 'audit', format: 'csv' } as const;

/** More than the buffers on the way to a client hold. */
beforeAll(async () => {
  await sql`
    INSERT INTO audit_events (action, after)
    SELECT 'demo.filled', jsonb_build_object('note', repeat('x', 100000))
    FROM generate_series(1, 300)`.execute(db);
});

const admin = async () => anAccess(db, (await aUser(db, { admin: true })).id);

/** Exports that are being read. */
async function snapshots(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle in transaction'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Begins an export and reads no further than its beginning. */
async function begin() {
  const leaving = new AbortController();
  const token = await admin();
  const response = await requestExport(shop, token, AUDIT, leaving.signal);
  const leave = () => leaving.abort();
  // The server would wait for it at its end.
  onTestFinished(leave);
  const reader = response.body?.getReader();
  expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
  return { token, leave };
}

test('a client that leaves ends its export and frees the connection', async () => {
  const { leave } = await begin();
  expect(await snapshots()).toBe(1);
  leave();
  await expect.poll(snapshots).toBe(0);
});

test('while two exports are under way, others sell and read, and a third export waits', async () => {
  const [first, second] = [await begin(), await begin()];
  const third = requestExport(shop, await admin(), { list: 'products', format: 'xlsx' });
  const again = requestExport(shop, first.token, { list: 'products', format: 'csv' });
  const seller = await anAccess(db, (await aUser(db)).id);
  const body = aSalePayload(await saleParts(db));
  expect((await shop.call('createSale', { token: seller, body })).status).toBe(201);
  expect((await shop.call('listAudit', { token: first.token })).status).toBe(200);
  expect(await snapshots()).toBe(2);
  second.leave();
  const served = await third;
  expect(served.headers.get('export-rows')).toBe('1');
  await served.arrayBuffer();
  await expect.poll(snapshots).toBe(1);
  first.leave();
  const after = await again;
  expect(after.status).toBe(200);
  await after.text();
  await expect.poll(snapshots).toBe(0);
});

test('an export is of one moment, whatever is sold while it is read', async () => {
  const token = await admin();
  const response = await requestExport(shop, token, AUDIT);
  const rows = Number(response.headers.get('export-rows'));
  await aUser(db, { admin: true });
  await shop.call('createProduct', {
    token,
    body: { code: 'novo', name: 'Novo', price: 1, active: true },
  });
  const lines = (await response.text()).split('\r\n');
  expect(lines).toHaveLength(rows + 2);
  expect(lines.some((line) => line.includes('Criou produto'))).toBe(false);
});

test('PostgreSQL waits for a pausing client longer than the server does', async () => {
  const snapshot = await openSnapshot(db, STALLED_MS);
  onTestFinished(snapshot.end);
  const { rows } = await sql<{ idle: number }>`
    SELECT setting::integer AS idle FROM pg_settings
    WHERE name = 'idle_in_transaction_session_timeout'`.execute(snapshot.db);
  expect(rows[0]?.idle).toBeGreaterThan(STALLED_MS);
});
