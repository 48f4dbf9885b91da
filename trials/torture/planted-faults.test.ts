import path from 'node:path';
import type { Connection } from '@balcao/server/src/database/connection.ts';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { Report } from './report.ts';
import { torture } from './torture.ts';
import { makeDatabase, makeFolder } from './tortured-shop.ts';

const SEED = Number(process.env.TORTURE_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** A run ends at the first trouble; so far each did in its first round, with 7 sales or more of some 80. */
const MOST_ROUNDS = 12;

/** The address of the PostgreSQL of all tests. */
function testServer(): string {
  const { connectionString, host, port, user, password } = inject('superuser');
  if (connectionString) return connectionString;
  const [socket, secret] = [host, password].map((text) => encodeURIComponent(String(text)));
  return `postgresql://${user}:${secret}@/postgres?host=${socket}&port=${port}`;
}

/** A server of this kind on a database where keys may come twice. */
async function withoutUniqueKey(plant: string): Promise<Report> {
  const place = await makeDatabase(testServer());
  onTestFinished(place.remove);
  return torture({
    place: { ...place, imports: [path.join(import.meta.dirname, 'plants', plant)] },
    faults: MOST_ROUNDS,
    seed: SEED,
    only: ['all connections terminated'],
    plant: async ({ db }: Connection) => {
      await sql`ALTER TABLE sales DROP CONSTRAINT sales_idempotency_key_key`.execute(db);
      await sql`CREATE INDEX ON sales (idempotency_key)`.execute(db);
    },
  });
}

test.each(['key-dropped.ts', 'look-up-first.ts'])(
  'a server that doubles sales is found: %s',
  async (plant) => {
    console.log(`Torture: TORTURE_SEED=${SEED}`);
    const report = await withoutUniqueKey(plant);
    console.log(report.text());
    expect(report.finding?.doubled.length).toBeGreaterThan(0);
    expect(report.troubles).toContainEqual(expect.stringMatching(/^\d+ sales doubled: /));
    expect(report.finding?.violations).toContainEqual(
      expect.stringMatching(/^no key has made two sales: /),
    );
  },
  240_000,
);

test('a database that acknowledges what is not on the disk is found', async () => {
  console.log(`Torture: TORTURE_SEED=${SEED}`);
  const place = await makeFolder();
  onTestFinished(place.remove);
  const report = await torture({
    place,
    faults: MOST_ROUNDS,
    seed: SEED,
    only: ['kill -9 of PostgreSQL'],
    plant: async ({ db }) => {
      await sql`ALTER ROLE balcao_app SET synchronous_commit = off`.execute(db);
      // As long as PostgreSQL allows; what is not written by then is only in the killed server's memory.
      await sql`ALTER SYSTEM SET wal_writer_delay = '10s'`.execute(db);
      await sql`SELECT pg_reload_conf()`.execute(db);
      await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'balcao_app'`.execute(
        db,
      );
    },
  });
  console.log(report.text());
  expect(report.finding?.lost.length).toBeGreaterThan(0);
  expect(report.troubles).toContainEqual(expect.stringMatching(/^\d+ acknowledged sales lost: /));
  // What is there adds up: the invariants alone would have said that all is well.
  expect(report.finding?.violations).toEqual([]);
}, 240_000);
