import { routes } from '@balcao/contract/routes.ts';
import { grantApplicationRole } from '@balcao/server/src/database/application-role.ts';
import { type Connection, connect, NO_TIMEOUT } from '@balcao/server/src/database/connection.ts';
import { migrate } from '@balcao/server/src/database/migrate.ts';
import { type Measured, type Ratio, type Reach, ratio, type Section } from '../figures.ts';
import { type BenchShop, OWNER_CONNECTIONS, openBenchShop } from '../shop.ts';
import { cpuOf, cpuOfFamily } from './cpu-time.ts';
import { Generator } from './generator.ts';
import type { HttpSetup } from './http-load.ts';
import type { LimitSetup } from './limit-load.ts';
import { limitStatement } from './limit-statement.ts';
import type { SliceResult } from './load.ts';
import { bodyOf, credentialsOf, stock } from './sales.ts';

const CONNECTIONS = [1, 8, 32] as const;
const SELLERS = 32;
const ROUNDS = 7;
const SLICE_MS = 2_500;
const WARM_UP_MS = 5_000;
/** One connection waits for one commit after the other: its ratio is told, and has no reach. */
const REACH_FROM = 8;
const LIMIT_DATABASE = 'balcao_limit';

/** A slice, and what it cost of the processor, for each sale, where that can be read. */
type Slice = SliceResult & { serverCpuMs?: number; postgresCpuMs?: number };

export async function saleSection(): Promise<Section[]> {
  const shop = await openBenchShop();
  const limitOwner = connect(
    { ...shop.reach.owner, database: LIMIT_DATABASE, max: OWNER_CONNECTIONS },
    () => {},
    NO_TIMEOUT,
  );
  const generators: Generator[] = [];
  try {
    const ours = new Generator(new URL('http-load.ts', import.meta.url), await httpSetup(shop));
    const setup = await limitSetup(shop, limitOwner);
    const limit = new Generator(new URL('limit-load.ts', import.meta.url), setup);
    generators.push(ours, limit);
    const slice = (generator: Generator, connections: number, milliseconds = SLICE_MS) =>
      measure(shop, () => generator.run({ connections, milliseconds }));

    for (const generator of generators) await slice(generator, SELLERS, WARM_UP_MS);
    // A session keeps the plans that it made when the tables were empty until statistics say otherwise.
    for (const { pool } of [shop.owner, limitOwner]) await pool.query('ANALYZE');
    const found = new Map(CONNECTIONS.map((each) => [each, { ours: [], limit: [] } as Found]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const [connections, { ours: our, limit: its }] of found) {
        // By turns the one or the other goes first, so that neither always follows the other's checkpoint.
        if (round % 2 === 0) its.push(await slice(limit, connections));
        our.push(await slice(ours, connections));
        if (round % 2 === 1) its.push(await slice(limit, connections));
      }
    }
    return [section(found)];
  } finally {
    await Promise.all(generators.map((generator) => generator.stop()));
    await limitOwner.close();
    await shop.stop();
  }
}

type Found = { ours: Slice[]; limit: Slice[] };

async function httpSetup(shop: BenchShop): Promise<HttpSetup> {
  const { sellers, sales } = await stock(shop.owner.db, SELLERS);
  const tokens: string[] = [];
  // One after the other: the server checks four passwords at a time.
  for (const seller of sellers) tokens.push(await shop.signIn(credentialsOf(seller)));
  const { path } = routes.createSale;
  return { origin: shop.origin, path, tokens, bodies: sales.map(bodyOf) };
}

/**
 * The limit has a database of its own on the same PostgreSQL, with the same schema, role and settings:
 * else the running server would seal the limit's audit rows too, and pay for them.
 */
async function limitSetup(shop: BenchShop, owner: Connection): Promise<LimitSetup> {
  await shop.owner.pool.query(`CREATE DATABASE ${LIMIT_DATABASE}`);
  await migrate(owner.db);
  await grantApplicationRole(owner.db, shop.reach.application.user);
  const { sellers, sales } = await stock(owner.db, SELLERS);
  const statements = sales.map((sale, number) =>
    limitStatement({ ...sale, seller: sellers[number % SELLERS] as (typeof sellers)[number] }),
  );
  const database = { ...shop.reach.application, database: LIMIT_DATABASE };
  return { database, statements: await Promise.all(statements) };
}

async function measure({ pid }: BenchShop, run: () => Promise<SliceResult>): Promise<Slice> {
  const used = () => Promise.all([cpuOf(pid.server), cpuOfFamily(pid.postgres)]);
  const [serverBefore, postgresBefore] = await used();
  const result = await run();
  const [server, postgres] = await used();
  if (server === undefined || postgres === undefined) return result;
  return {
    ...result,
    serverCpuMs: (server - (serverBefore ?? 0)) / result.done,
    postgresCpuMs: (postgres - (postgresBefore ?? 0)) / result.done,
  };
}

function section(found: ReadonlyMap<number, Found>): Section {
  const measured: Measured[] = [];
  const ratios: Ratio[] = [];
  for (const [connections, slices] of found) {
    const figure = (whose: keyof Found, what: keyof Slice, name: string, unit: string) => {
      const rounds = slices[whose].map((slice) => slice[what] ?? Number.NaN);
      const each = { name: `${name}, ${connections} conn.`, unit, rounds };
      if (!rounds.some(Number.isNaN)) measured.push(each);
      return each;
    };
    const reach = (wanted: Reach) => (connections >= REACH_FROM ? wanted : undefined);
    const ours = figure('ours', 'perSecond', 'sales over HTTP', 'per s');
    const limit = figure('limit', 'perSecond', 'limit: sales through pg', 'per s');
    const share = `throughput, of the limit’s, ${connections} conn.`;
    ratios.push(ratio(share, ours, limit, reach({ atLeast: 0.7 })));
    figure('ours', 'medianMs', 'median of a sale', 'ms');
    figure('limit', 'medianMs', 'limit: median', 'ms');
    const p99 = figure('ours', 'p99Ms', 'p99 of a sale', 'ms');
    const limitP99 = figure('limit', 'p99Ms', 'limit: p99', 'ms');
    ratios.push(
      ratio(`p99, of the limit’s, ${connections} conn.`, p99, limitP99, reach({ atMost: 3 })),
    );
    figure('ours', 'serverCpuMs', 'processor per sale: the server', 'ms');
    figure('ours', 'postgresCpuMs', 'processor per sale: PostgreSQL', 'ms');
    figure('limit', 'postgresCpuMs', 'limit: processor per sale: PostgreSQL', 'ms');
  }
  return {
    name: 'Sale',
    how: `POST /api/pdv/sales/ of 3 items and 2 payments (with change) by ${SELLERS} signed-in sellers, each on a connection of its own, with sign-in, validation, key and audit row, against the limit: the same rows as one prepared statement a sale with ready values, each worker on a connection of its own, from another process, as the server’s role, in another database of the same PostgreSQL. ${ROUNDS} rounds of ${SLICE_MS / 1_000} s each, the two by turns; a ratio is taken round by round.`,
    measured,
    ratios,
    notes: [],
  };
}
