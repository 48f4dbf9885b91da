import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Measured, median, type Ratio, ratio, type Section } from '../figures.ts';
import { cpuOf, cpuOfFamily } from '../sale/cpu-time.ts';
import type { Generator } from '../sale/generator.ts';
import type { SliceResult } from '../sale/load.ts';
import { type BenchServer, openBenchServer, urlOf } from '../shop.ts';
import type { SellingShop } from './selling-shop.ts';

const CONNECTIONS = [8, 32] as const;
const ROUNDS = 5;
const SLICE_MS = 2_500;
const WARM_UP_MS = 4_000;
/** A sale every so many seconds is a counter in a hurry. */
const PACE_SECONDS = 20;

type Slice = { perSecond: number; p99Ms: number; servers: number; postgres: number };
type Found = { one: Slice[]; two: Slice[] };

/** The same sellers, all at one server, or half of them at a second one on the same database. */
export async function twoServers(selling: SellingShop): Promise<Section> {
  const { shop } = selling;
  const second = await openSecond(selling);
  try {
    const first = selling.halfAt(shop.origin, 0);
    const loads = {
      one: [first, selling.halfAt(shop.origin, 1)],
      two: [first, selling.halfAt(second.origin, 1)],
    };
    const run = (which: keyof Found, connections: number, milliseconds = SLICE_MS) =>
      measure(loads[which], [shop.pid.server, second.pid], shop.pid.postgres, {
        connections: connections / 2,
        milliseconds,
      });
    for (const which of ['one', 'two'] as const) await run(which, 32, WARM_UP_MS);
    // A session keeps the plans that it made when the tables were empty until statistics say otherwise.
    await shop.owner.pool.query('ANALYZE');
    const found = new Map(CONNECTIONS.map((each) => [each, { one: [], two: [] } as Found]));
    let held = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const [connections, slices] of found) {
        const order = round % 2 === 0 ? (['one', 'two'] as const) : (['two', 'one'] as const);
        for (const which of order) slices[which].push(await run(which, connections));
        held = Math.max(held, await connectionsHeld(selling));
      }
    }
    return section(found, held);
  } finally {
    await second.stop();
  }
}

/** With the rights of the serving role, which are enough where the schema is up to date. */
async function openSecond({ shop }: SellingShop): Promise<BenchServer> {
  const key = (await readFile(path.join(shop.dataDir, 'audit.key'), 'utf8')).trim();
  return openBenchServer({
    env: { DATABASE_URL: urlOf(shop.reach.application), AUDIT_KEY: key },
  });
}

async function measure(
  generators: Generator[],
  servers: number[],
  postgres: number,
  slice: { connections: number; milliseconds: number },
): Promise<Slice> {
  const used = async () => ({
    servers: sum(await Promise.all(servers.map(cpuOf))),
    postgres: sum([await cpuOfFamily(postgres)]),
  });
  const before = await used();
  const results: SliceResult[] = await Promise.all(generators.map((each) => each.run(slice)));
  const after = await used();
  const done = sum(results.map((result) => result.done));
  return {
    perSecond: sum(results.map((result) => result.perSecond)),
    p99Ms: Math.max(...results.map((result) => result.p99Ms)),
    servers: (after.servers - before.servers) / done,
    postgres: (after.postgres - before.postgres) / done,
  };
}

/** Where the processor's time cannot be read, the sum is NaN, and is left out. */
function sum(values: (number | undefined)[]): number {
  return values.reduce((total: number, value) => total + (value ?? Number.NaN), 0);
}

async function connectionsHeld({ shop }: SellingShop): Promise<number> {
  const { rows } = await shop.owner.pool.query<{ held: number }>(
    `SELECT count(*)::integer AS held FROM pg_stat_activity WHERE usename = $1`,
    [shop.reach.application.user],
  );
  return rows[0]?.held ?? 0;
}

function section(found: ReadonlyMap<number, Found>, held: number): Section {
  const measured: Measured[] = [];
  const ratios: Ratio[] = [];
  for (const [connections, slices] of found) {
    const figure = (which: keyof Found, what: keyof Slice, name: string, unit: string) => {
      const servers = which === 'one' ? '1 server' : '2 servers';
      const each = {
        name: `${name}, ${servers}, ${connections} conn.`,
        unit,
        rounds: slices[which].map((slice) => slice[what]),
      };
      if (!each.rounds.some(Number.isNaN)) measured.push(each);
      return each;
    };
    const pair = (what: keyof Slice, name: string, unit: string) =>
      [figure('one', what, name, unit), figure('two', what, name, unit)] as const;
    const told = (name: string, [one, two]: readonly [Measured, Measured]) => {
      const each = ratio(`${name}, 2 servers to 1, ${connections} conn.`, two, one);
      if (!each.rounds.some(Number.isNaN)) ratios.push(each);
    };
    told('throughput', pair('perSecond', 'sales', 'per s'));
    told('p99', pair('p99Ms', 'p99 of a sale', 'ms'));
    told('Node’s processor per sale', pair('servers', 'Node’s processor per sale', 'ms'));
    told('PostgreSQL’s processor per sale', pair('postgres', 'PostgreSQL’s processor', 'ms'));
  }
  const most = median(found.get(32)?.one.map(({ perSecond }) => perSecond) ?? []);
  return {
    name: 'Scale: two server processes',
    how: `The same sellers, all at one server or half of them at a second one on the same database, from two load generators in either case; ${ROUNDS} rounds of ${SLICE_MS / 1_000} s each, the two by turns, everything on the same cores.`,
    measured,
    ratios,
    notes: [
      `At a sale every ${PACE_SECONDS} s, ${Math.round(most)} sales per second by one server are ${Math.round(most * PACE_SECONDS).toLocaleString('en-US')} counters.`,
      `Connections of both servers held at the most: ${held}.`,
    ],
  };
}
