import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Measured, measuredOf, type Ratio, ratio, type Section } from '../figures.ts';
import { cpuOf, cpuOfFamily } from '../processes.ts';
import { type Generator, sellingGenerator } from '../sale/generator.ts';
import type { Slice } from '../sale/load.ts';
import { sellersAt } from '../sale/sellers.ts';
import { type BenchShop, openBenchServer, openBenchShop } from '../shop.ts';

const CONNECTIONS = [8, 32];
const SELLERS = 32;
const ROUNDS = 5;
const SLICE_MS = 2_500;
const WARM_UP_MS = 4_000;

/** The processor's time is per sale. */
type Sold = { perSecond: number; p99Ms: number; nodeMs: number; postgresMs: number };
type Slices = { one: Sold[]; two: Sold[] };

/** Sellers at one server, or half of them at a second one on the same database. */
export async function twoServers(): Promise<Section> {
  await using shop = await openBenchShop();
  const sellers = await sellersAt(shop, SELLERS);
  await using second = await openSecondServer(shop);
  const [some, others] = [sellers.tokens.slice(SELLERS / 2), sellers.tokens.slice(0, SELLERS / 2)];
  await using first = sellingGenerator({ ...sellers, tokens: some });
  await using atSameServer = sellingGenerator({ ...sellers, tokens: others });
  // A session is valid at both servers.
  const { origin } = second;
  await using atSecondServer = sellingGenerator({ ...sellers, tokens: others, origin });
  const run = (which: keyof Slices, connections: number, milliseconds = SLICE_MS) =>
    measure(
      [first, which === 'one' ? atSameServer : atSecondServer],
      { servers: [shop.pid.server, second.pid], postgres: shop.pid.postgres },
      { connections: connections / 2, milliseconds },
    );
  for (const which of ['one', 'two'] as const) await run(which, SELLERS, WARM_UP_MS);
  // Until the statistics change, a session keeps the plans that it made for empty tables.
  await shop.owner.pool.query('ANALYZE');
  const found = new Map(CONNECTIONS.map((each) => [each, { one: [], two: [] } as Slices]));
  let held = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [connections, slices] of found) {
      const order = round % 2 === 0 ? (['one', 'two'] as const) : (['two', 'one'] as const);
      for (const which of order) slices[which].push(await run(which, connections));
      held = Math.max(held, await connectionsHeld(shop));
    }
  }
  return section(found, held);
}

/** The rights of the serving role are enough, since the schema is up to date. */
async function openSecondServer({ dataDir, reach }: BenchShop) {
  const { host, port, user, password, database } = reach.application;
  const key = (await readFile(path.join(dataDir, 'audit.key'), 'utf8')).trim();
  const address = `/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  return openBenchServer({
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${address}`,
    AUDIT_KEY: key,
  });
}

async function measure(
  generators: Generator[],
  pids: { servers: number[]; postgres: number },
  slice: Slice,
): Promise<Sold> {
  const used = async () => ({
    node: sum(await Promise.all(pids.servers.map(cpuOf))),
    postgres: await cpuOfFamily(pids.postgres),
  });
  const before = await used();
  const results = await Promise.all(generators.map((each) => each.run(slice)));
  const after = await used();
  const done = sum(results.map((result) => result.done));
  return {
    perSecond: sum(results.map((result) => result.perSecond)),
    p99Ms: Math.max(...results.map((result) => result.p99Ms)),
    nodeMs: (after.node - before.node) / done,
    postgresMs: (after.postgres - before.postgres) / done,
  };
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function connectionsHeld({ owner, reach }: BenchShop): Promise<number> {
  const { rows } = await owner.pool.query<{ held: number }>(
    `SELECT count(*)::integer AS held FROM pg_stat_activity WHERE usename = $1`,
    [reach.application.user],
  );
  return rows[0]?.held ?? 0;
}

function section(found: ReadonlyMap<number, Slices>, held: number): Section {
  const measured: Measured[] = [];
  const ratios: Ratio[] = [];
  for (const [connections, slices] of found) {
    const compare = (what: keyof Sold, name: string, unit: string) => {
      const of = (which: keyof Slices, servers: string) =>
        measuredOf(
          `${name}, ${servers}, ${connections} conn.`,
          unit,
          slices[which],
          (sold) => sold[what],
        );
      const [one, two] = [of('one', '1 server'), of('two', '2 servers')];
      measured.push(one, two);
      ratios.push(ratio(`${name}, 2 servers to 1, ${connections} conn.`, two, one));
    };
    compare('perSecond', 'sales', 'per s');
    compare('p99Ms', 'p99 of a sale', 'ms');
    compare('nodeMs', 'Node’s processor per sale', 'ms');
    compare('postgresMs', 'PostgreSQL’s processor per sale', 'ms');
  }
  return {
    name: 'Scale: two server processes',
    how: `The same sellers, all at one server or half of them at a second one on the same database, from two load generators in either case; ${ROUNDS} rounds of ${SLICE_MS / 1_000} s each, the two in turn, everything on the same cores.`,
    measured,
    ratios,
    notes: [`Both servers together held at most ${held} connections.`],
  };
}
