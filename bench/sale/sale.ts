import type { Connection } from '@balcao/server/src/database/connection.ts';
import { migrate } from '@balcao/server/src/database/migrate.ts';
import { grantApplicationRole } from '@balcao/server/src/database/open/application-role.ts';
import { type Measured, measuredOf, type Ratio, ratio, type Section } from '../figures.ts';
import { cpuOf, cpuOfFamily } from '../processes.ts';
import { type BenchShop, connectAsOwner, openBenchShop } from '../shop.ts';
import { Generator, sellingGenerator } from './generator.ts';
import type { LimitSetup } from './limit-load.ts';
import { limitStatement } from './limit-statement.ts';
import type { SliceResult } from './load.ts';
import { sellersAt, stock } from './sellers.ts';

const CONNECTIONS = [1, 8, 32];
const SELLERS = 32;
const ROUNDS = 7;
const SLICE_MS = 2_500;
const WARM_UP_MS = 5_000;
/** One connection waits for one commit after the other, so its ratio has no reach. */
const REACH_FROM = 8;
const LIMIT_DATABASE = 'balcao_limit';

/** The processor's time is per sale. */
type Slice = SliceResult & { serverCpuMs: number; postgresCpuMs: number };
type Slices = { ours: Slice[]; limit: Slice[] };

export async function saleSection(): Promise<Section> {
  await using shop = await openBenchShop();
  await using ours = sellingGenerator(await sellersAt(shop, SELLERS));
  const limitOwner = connectAsOwner({ ...shop.reach.owner, database: LIMIT_DATABASE });
  const setup = await limitSetup(shop, limitOwner);
  await using limit = new Generator(new URL('limit-load.ts', import.meta.url), setup);
  const slice = (generator: Generator, connections: number, milliseconds = SLICE_MS) =>
    measure(shop, () => generator.run({ connections, milliseconds }));

  for (const generator of [ours, limit]) await slice(generator, SELLERS, WARM_UP_MS);
  // Until the statistics change, a session keeps the plans that it made for empty tables.
  for (const { pool } of [shop.owner, limitOwner]) await pool.query('ANALYZE');
  await limitOwner.close();
  const found = new Map(CONNECTIONS.map((each) => [each, { ours: [], limit: [] } as Slices]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [connections, slices] of found) {
      // They take turns in going first, so that neither always follows the other's checkpoint.
      if (round % 2 === 0) slices.limit.push(await slice(limit, connections));
      slices.ours.push(await slice(ours, connections));
      if (round % 2 === 1) slices.limit.push(await slice(limit, connections));
    }
  }
  return section(found);
}

/**
 * The limit has a database of its own on the same PostgreSQL, with the same schema, role and settings:
 * otherwise the running server would also seal the limit's audit rows.
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
  return {
    ...result,
    serverCpuMs: (server - serverBefore) / result.done,
    postgresCpuMs: (postgres - postgresBefore) / result.done,
  };
}

function section(found: ReadonlyMap<number, Slices>): Section {
  const measured: Measured[] = [];
  const ratios: Ratio[] = [];
  for (const [connections, slices] of found) {
    const figure = (whose: keyof Slices, what: keyof Slice, name: string, unit: string) => {
      const words = `${name}, ${connections} conn.`;
      const each = measuredOf(words, unit, slices[whose], (slice) => slice[what]);
      measured.push(each);
      return each;
    };
    const hasReach = connections >= REACH_FROM;
    const ours = figure('ours', 'perSecond', 'sales over HTTP', 'per s');
    const limit = figure('limit', 'perSecond', 'limit: sales through pg', 'per s');
    const share = `throughput, of the limit’s, ${connections} conn.`;
    ratios.push(ratio(share, ours, limit, hasReach ? { atLeast: 0.7 } : undefined));
    figure('ours', 'medianMs', 'median of a sale', 'ms');
    figure('limit', 'medianMs', 'limit: median', 'ms');
    const p99 = figure('ours', 'p99Ms', 'p99 of a sale', 'ms');
    const limitP99 = figure('limit', 'p99Ms', 'limit: p99', 'ms');
    const p99Share = `p99, of the limit’s, ${connections} conn.`;
    ratios.push(ratio(p99Share, p99, limitP99, hasReach ? { atMost: 3 } : undefined));
    figure('ours', 'serverCpuMs', 'processor per sale: the server', 'ms');
    figure('ours', 'postgresCpuMs', 'processor per sale: PostgreSQL', 'ms');
    figure('limit', 'postgresCpuMs', 'limit: processor per sale: PostgreSQL', 'ms');
  }
  return {
    name: 'Sale',
    how: `POST /api/pdv/sales/ of 3 items and 2 payments (with change) by ${SELLERS} signed-in sellers, each on a connection of its own, with sign-in, validation, key and audit row, against the limit: the same rows as one prepared statement a sale with ready values, each worker on a connection of its own, from another process, as the server’s role, in another database of the same PostgreSQL. ${ROUNDS} rounds of ${SLICE_MS / 1_000} s each, the two in turn; a ratio is taken round by round.`,
    measured,
    ratios,
    notes: [],
  };
}
