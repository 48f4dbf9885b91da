import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { atCommit, hearUnreplicated, UNREPLICATED } from '../../testing/at-commit.ts';
import { asText, type Counter, openTestCounter, saleIds } from '../../testing/counter.ts';
import { violations } from '../../testing/invariants.ts';
import { tableSnapshot } from '../../testing/table-snapshot.ts';

/** The database fails in the middle of a sale. The sale is recorded once in the end, or not acknowledged. */

let counter: Counter;

beforeEach(async () => {
  counter = await openTestCounter();
  return async () => expect(await violations(counter.shop.owner.db)).toEqual([]);
});

const raise = (code: string, message: string) =>
  `RAISE EXCEPTION '${message}' USING ERRCODE = '${code}'`;
const DEADLOCK = raise('40P01', 'deadlock detected');
const RECOVERY = raise('XX000', 'cannot assign TransactionIds during recovery');

test.each([
  ['a deadlock', DEADLOCK, 3],
  ['a serialisation failure', raise('40001', 'could not serialize'), 3],
  ['a backend that is terminated', 'PERFORM pg_terminate_backend(pg_backend_pid())', 3],
  ['a server that is shutting down', raise('57P01', 'going'), 2],
  ['a replica', raise('25006', 'read-only transaction'), 2],
  ['a replica that is being made the primary', RECOVERY, 2],
])('after %s the same sale is retried until it is recorded', async (_trouble, statement, times) => {
  await atCommit(counter.shop.owner.db, statement, { times });
  const { status, body } = await counter.sell(counter.payload);
  expect(status).toBe(201);
  expect(await saleIds(counter.shop)).toEqual([body.id]);
});

test.each([
  ['deadlocks', DEADLOCK],
  ['has no room left', raise('53100', 'No space left on device')],
])('a database that only %s is unavailable, which is no error of ours', async (_how, statement) => {
  const { db } = counter.shop.owner;
  await atCommit(db, statement);
  const before = await tableSnapshot(db);
  const key = randomUUID();
  const refused = await counter.sell(counter.payload, key);
  expect(refused).toMatchObject({ status: 503, problem: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).toBe('2');
  expect(await tableSnapshot(db)).toEqual(before);
  await sql`DROP TRIGGER trouble ON sales`.execute(db);
  expect((await counter.sell(counter.payload, key)).status).toBe(201);
});

test('an error of ours is reported as such, with a reference, and not retried', async () => {
  await atCommit(counter.shop.owner.db, "RAISE EXCEPTION 'of no known kind'");
  const { status, problem } = await counter.sell(counter.payload);
  expect(status).toBe(500);
  expect(problem).toMatchObject({ code: 'internal', reference: expect.stringMatching(/^\w{8}$/) });
  expect(JSON.stringify(problem)).not.toContain('known kind');
  const { rows } = await sql`SELECT last_value FROM trouble`.execute(counter.shop.owner.db);
  expect(rows).toEqual([{ last_value: 1 }]);
});

test('a replay is not acknowledged as long as the replica confirms nothing', async () => {
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
  await sql`
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = 'balcao_app'`.execute(db);
}
