import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Torture, torture } from './torture.ts';
import { type FoundPlace, makeDatabase, makeFolder } from './tortured-shop.ts';

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

async function torturePlanted(
  place: FoundPlace,
  run: Pick<Torture, 'only' | 'plant'>,
  plant?: string,
) {
  onTestFinished(place.remove);
  console.log(`Torture: TORTURE_SEED=${SEED}`);
  const imports = plant ? [path.join(import.meta.dirname, 'plants', plant)] : [];
  const report = await torture({
    ...run,
    place: { ...place, imports },
    faults: MOST_ROUNDS,
    seed: SEED,
  });
  console.log(report.text());
  return report;
}

test.each(['key-dropped.ts', 'look-up-first.ts'])(
  'a server that doubles sales is found: %s',
  async (plant) => {
    const run: Pick<Torture, 'only' | 'plant'> = {
      only: ['all connections terminated'],
      plant: async ({ db }) => {
        await sql`ALTER TABLE sales DROP CONSTRAINT sales_idempotency_key_key`.execute(db);
        await sql`CREATE INDEX ON sales (idempotency_key)`.execute(db);
      },
    };
    const report = await torturePlanted(await makeDatabase(testServer()), run, plant);
    expect(report.finding?.doubled.length).toBeGreaterThan(0);
    expect(report.troubles).toContainEqual(expect.stringMatching(/^\d+ sales doubled: /));
    expect(report.finding?.violations).toContainEqual(
      expect.stringMatching(/^no key has made two sales: /),
    );
  },
  240_000,
);

test('a database that acknowledges what is not on the disk is found', async () => {
  const report = await torturePlanted(await makeFolder(), {
    only: ['kill -9 of PostgreSQL'],
    plant: async ({ db }) => {
      await sql`ALTER ROLE balcao_app SET synchronous_commit = off`.execute(db);
      // The longest that PostgreSQL allows; until then a commit is only in the memory of the server.
      await sql`ALTER SYSTEM SET wal_writer_delay = '10s'`.execute(db);
      await sql`SELECT pg_reload_conf()`.execute(db);
      const sessions = sql`FROM pg_stat_activity WHERE usename = 'balcao_app'`;
      await sql`SELECT pg_terminate_backend(pid) ${sessions}`.execute(db);
    },
  });
  expect(report.finding?.lost.length).toBeGreaterThan(0);
  expect(report.troubles).toContainEqual(expect.stringMatching(/^\d+ acknowledged sales lost: /));
  // The remaining books balance: the invariants alone would find nothing.
  expect(report.finding?.violations).toEqual([]);
}, 240_000);
