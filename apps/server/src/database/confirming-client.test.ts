import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { hearUnreplicated, UNREPLICATED } from '../testing/at-commit.ts';
import { inDatabase } from '../testing/cluster.ts';
import { ConfirmingClient, type ConfirmingConfig } from './confirming-client.ts';
import { type Connection, connect } from './connection.ts';
import { makeShopFolder, openServer } from './embedded/testing/shop-folder.ts';
import { isUnavailable, UnconfirmedCommit } from './unavailable.ts';

const warning = (text: string) => `DO $$ BEGIN RAISE WARNING '${text}'; END $$`;
const CANCELLED = `DO $$ BEGIN ${UNREPLICATED}; END $$`;

const config = inDatabase(inject('superuser'), 'postgres');
let connection: Connection;
let client: pg.PoolClient;

beforeEach(async () => {
  connection = connect(config, () => {});
  hearUnreplicated();
  client = await connection.pool.connect();
  onTestFinished(async () => {
    client.release();
    await connection.close();
  });
});

const throughCallback = (text: string) =>
  new Promise((resolve, reject) => {
    void client.query(text, (error, result) => (error ? reject(error) : resolve(result)));
  });

test.each<[string, (text: string) => Promise<unknown>]>([
  ['a connection', (text) => client.query(text)],
  ['a connection with a callback', throughCallback],
  ['the pool', (text) => connection.pool.query(text)],
  ['the pool, prepared', (text) => connection.pool.query({ name: text.slice(0, 40), text })],
])('a statement over %s fails when its commit is not confirmed', async (_way, query) => {
  await expect(query(CANCELLED)).rejects.toBeInstanceOf(UnconfirmedCommit);
  // A second failure would be as wrong as none.
  await expect(query('SELECT 1')).resolves.toBeTruthy();
});

test('a transaction fails when one of its statements was not confirmed', async () => {
  const { db } = connection;
  const transaction = db.transaction().execute((tx) => sql.raw(CANCELLED).execute(tx));
  await expect(transaction).rejects.toBeInstanceOf(UnconfirmedCommit);
});

test('a server that gave up to wait for its replica is not believed', async () => {
  const { superuser } = await openServer(await makeShopFolder());
  const admin = new pg.Client(superuser);
  await admin.connect();
  onTestFinished(() => admin.end());
  await admin.query('SET synchronous_commit = local');
  await admin.query("ALTER SYSTEM SET synchronous_standby_names = 'ninguém'");
  await admin.query('SELECT pg_reload_conf()');
  const named = () => admin.query('SHOW synchronous_standby_names');
  await expect.poll(named).toMatchObject({ rows: [{ synchronous_standby_names: 'ninguém' }] });
  // The checkpointer tells all the others that a replica is waited for, and it may read the setting last.
  await admin.query('CHECKPOINT');

  const seller = new ConfirmingClient(superuser);
  await seller.connect();
  onTestFinished(() => seller.end());
  const { rows } = await seller.query('SELECT pg_backend_pid() AS pid');
  const committing = expect(seller.query('CREATE TABLE sold ()')).rejects.toBeInstanceOf(
    UnconfirmedCommit,
  );
  const waiting = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE wait_event = 'SyncRep' AND pid = ${rows[0].pid}`;
  await expect.poll(async () => (await admin.query(waiting)).rowCount).toBe(1);
  await committing;
});

test('other notices are no failures, and an error stays the error that it is', async () => {
  await expect(client.query(warning('there is no transaction in progress'))).resolves.toBeTruthy();
  const words = warning('canceling wait for synchronous replication due to user request');
  await expect(client.query(words)).resolves.toBeTruthy();
  const both = `${CANCELLED}; SELECT 1/0`;
  await expect(client.query(both)).rejects.toMatchObject({ code: '22012' });
  await expect(throughCallback(both)).rejects.toMatchObject({ code: '22012' });
  await expect(client.query('SELECT 1')).resolves.toBeTruthy();
});

const SILENCE = 'SELECT pg_sleep(3600)';

test('a connection that does not answer is cut, and the next one is new', async () => {
  const impatient: ConfirmingConfig = { ...config, patienceMs: 100 };
  const pool = new pg.Pool({ ...impatient, Client: ConfirmingClient, max: 1 });
  pool.on('connect', (each) => each.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => db.destroy());
  const ways = {
    pool: () => pool.query(SILENCE),
    kysely: () => sql.raw(SILENCE).execute(db),
    transaction: () => db.transaction().execute((tx) => sql.raw(SILENCE).execute(tx)),
  };
  const pid = async () => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;
  for (const [way, query] of Object.entries(ways)) {
    const before = await pid();
    const error = await query().catch((thrown: unknown) => thrown);
    expect({ way, isAway: isUnavailable(error) }).toEqual({ way, isAway: true });
    expect(await pid()).not.toBe(before);
    await connection.pool.query('SELECT pg_terminate_backend($1)', [before]);
  }
});

test('one that answers in time is kept', async () => {
  const impatient: ConfirmingConfig = { ...config, patienceMs: 60_000 };
  const kept = new ConfirmingClient(impatient);
  await kept.connect();
  onTestFinished(() => kept.end());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const awaited = kept.query('SELECT 1');
  expect(vi.getTimerCount()).toBe(1);
  await awaited;
  await kept.query('SELECT 1/0').catch(() => {});
  await new Promise((resolve) => void kept.query('SELECT 1', resolve));
  expect(vi.getTimerCount()).toBe(0);
});
