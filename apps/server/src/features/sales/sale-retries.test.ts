import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import {
  hearUnreplicated,
  atCommit as makeTrouble,
  UNREPLICATED,
} from '../../testing/at-commit.ts';
import { asText, type Counter, openTestCounter, saleIds } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

/** The database fails in the middle of a sale. The sale is recorded once in the end, or not acknowledged. */

let counter: Counter;

beforeEach(async () => {
  counter = await openTestCounter();
  return async () => expect(await violations(counter.shop.owner.db)).toEqual([]);
});

const atCommit = (statement: string, times?: number) =>
  makeTrouble(counter.shop.owner.db, statement, times);

const endTrouble = () => sql`DROP TRIGGER trouble ON sales`.execute(counter.shop.owner.db);

test.each([
  ['a deadlock', "RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'", 3],
  ['a serialisation failure', "RAISE EXCEPTION 'could not serialize' USING ERRCODE = '40001'", 3],
  ['a backend that is terminated', 'PERFORM pg_terminate_backend(pg_backend_pid())', 3],
  ['a server that is shutting down', "RAISE EXCEPTION 'going' USING ERRCODE = '57P01'", 2],
  ['a replica', "RAISE EXCEPTION 'read-only transaction' USING ERRCODE = '25006'", 2],
  [
    'a replica that is being made the primary',
    "RAISE EXCEPTION 'cannot assign TransactionIds during recovery' USING ERRCODE = 'XX000'",
    2,
  ],
])('after %s the same sale is retried until it is recorded', async (_trouble, statement, times) => {
  await atCommit(statement, times);
  const { status, body } = await counter.sell(counter.payload);
  expect(status).toBe(201);
  expect(await saleIds(counter.shop)).toEqual([body.id]);
});

test.each([
  ['deadlocks', "RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01'"],
  ['has no room left', "RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'"],
])('a database that only %s is unavailable, which is no error of ours', async (_how, statement) => {
  await atCommit(statement);
  const before = await tableSnapshot(counter.shop.owner.db);
  const key = randomUUID();
  const refused = await counter.sell(counter.payload, key);
  expect(refused).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await tableSnapshot(counter.shop.owner.db)).toEqual(before);
  await endTrouble();
  expect((await counter.sell(counter.payload, key)).status).toBe(201);
});

test('an error of ours is reported as such, with a reference, and not retried', async () => {
  await atCommit("RAISE EXCEPTION 'of no known kind'");
  const { status, problem } = await counter.sell(counter.payload);
  expect(status).toBe(500);
  expect(problem).toMatchObject({ code: 'internal', reference: expect.stringMatching(/^\w{8}$/) });
  expect(JSON.stringify(problem)).not.toContain('known kind');
  const { rows } = await sql`SELECT last_value FROM trouble`.execute(counter.shop.owner.db);
  expect(rows).toEqual([{ last_value: 1 }]);
});

test('a commit that the replica has not confirmed is never acknowledged', async () => {
  hearUnreplicated();
  await atCommit(UNREPLICATED, 1);
  const key = randomUUID();
  const unsure = await counter.sell(counter.payload, key);
  expect(unsure).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
  // It is recorded nevertheless. A retry gets the same sale.
  const [id] = await saleIds(counter.shop);
  const sure = await counter.sell(counter.payload, key);
  expect(sure).toMatchObject({ status: 201, body: { id } });
  expect(await saleIds(counter.shop)).toEqual([id]);
});

test('nor is a replay of it, as long as the replica confirms nothing', async () => {
  hearUnreplicated();
  const { owner } = counter.shop;
  const key = randomUUID();
  const first = await counter.sell(counter.payload, key);
  // A replay commits a write by a function of PostgreSQL. This function of the same name is found first.
  await sql`
    CREATE FUNCTION public.pg_logical_emit_message(boolean, text, text) RETURNS pg_lsn
    LANGUAGE plpgsql AS ${sql.lit(`BEGIN ${UNREPLICATED}; RETURN '0/0'; END`)}
  `.execute(owner.db);
  await inNewSessions('SET search_path = public, pg_catalog');
  expect(await counter.sell(counter.payload, key)).toMatchObject({ status: 503 });
  await inNewSessions('RESET search_path');
  expect(asText(await counter.sell(counter.payload, key))).toBe(asText(first));
});

/** Changes a setting and terminates the application's sessions, so that new ones have it. */
async function inNewSessions(setting: string): Promise<void> {
  const { db } = counter.shop.owner;
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  await sql`ALTER DATABASE ${sql.id(rows[0]?.name ?? '')} ${sql.raw(setting)}`.execute(db);
  await terminateBackends();
}

/** Returns the number of terminated connections of the application. */
async function terminateBackends(): Promise<number> {
  const { rows } = await sql`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = 'balcao_app'
  `.execute(counter.shop.owner.db);
  return rows.length;
}

test('backends are terminated all the time, and every sale is made once', async () => {
  const acknowledged = new Map<string, number>();
  let terminated = 0;
  const sellers = Array.from({ length: 8 }, async () => {
    while (terminated < 20) {
      const key = randomUUID();
      let response = await counter.sell(counter.payload, key);
      while (response.status === 503) response = await counter.sell(counter.payload, key);
      expect(response.status).toBe(201);
      acknowledged.set(key, response.body.id);
    }
  });
  // Each round waits until the backends of the round before are gone.
  while (terminated < 20) terminated += await terminateBackends();
  await Promise.all(sellers);
  const rows = await counter.shop.owner.db
    .selectFrom('sales')
    .select(['id', 'idempotency_key'])
    .execute();
  expect(new Map(rows.map((row) => [row.idempotency_key, row.id]))).toEqual(acknowledged);
  expect(rows).toHaveLength(acknowledged.size);
}, 120_000);
