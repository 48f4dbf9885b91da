import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { routes } from '@balcao/contract/routes.ts';
import { makeBackup } from '@balcao/server/src/backup/make-backup.ts';
import { restoreBackup } from '@balcao/server/src/backup/restore-backup.ts';
import { clusterPaths } from '@balcao/server/src/database/embedded/cluster.ts';
import { startEmbeddedPostgres } from '@balcao/server/src/database/embedded/embedded-postgres.ts';
import { type Measured, quantile, type Section } from '../figures.ts';
import { Asker } from '../lists/asker.ts';
import { cpuOf, cpuOfFamily } from '../sale/cpu-time.ts';
import { ADMIN, type BenchServer, openBenchServer, type Reach, urlOf } from '../shop.ts';
import { openFolder, stopsWithBench } from '../under-way.ts';
import type { SellingShop } from './selling-shop.ts';

const PAGES = 150;
const PAGE_SIZE = 99;
const SLICE_MS = 5_000;
const LOOK_EVERY_MS = 50;
/** So that the primary keeps what the copy has not yet read. */
const SLOT = 'balcao_reports';

const LOG = { info: () => {}, warn: console.warn, error: console.error };

/** The shop's own backup, restored beside it, that follows the shop, with a server of its own on it. */
export async function replica(selling: SellingShop): Promise<Section> {
  const { shop } = selling;
  const { folder, remove } = await openFolder();
  const closing = [remove];
  try {
    const dataDir = await copyOf(selling, folder);
    const standby = await startEmbeddedPostgres({ dataDir, log: LOG });
    closing.push(stopsWithBench(() => standby.stop()));
    const reach: Reach = { ...shop.reach.application, host: standby.superuser.host };
    const key = (await readFile(path.join(shop.dataDir, 'audit.key'), 'utf8')).trim();
    const env = { DATABASE_URL: urlOf(reach), AUDIT_KEY: key };
    const server = await openBenchServer({ env });
    closing.push(() => server.stop());
    const pid = await postmasterOf(dataDir);

    await caughtUp(selling);
    const calls = await whatItAnswers(selling, server);
    const primaryAsked = await ask(selling, shop.origin, [shop.pid.server], shop.pid.postgres);
    const replicaAsked = await ask(selling, server.origin, [server.pid], pid);
    const followed = await follow(selling, pid);
    const measured: Measured[] = [
      {
        name: 'a report’s page: processor of the primary’s PostgreSQL, asked at the shop',
        unit: 'ms',
        rounds: [primaryAsked.own.postgres],
      },
      {
        name: 'the same, asked at the server on the replica',
        unit: 'ms',
        rounds: [replicaAsked.primary],
      },
      {
        name: 'a report’s page: processor of Node at the shop',
        unit: 'ms',
        rounds: [primaryAsked.own.server],
      },
      { name: 'following: processor of the replica per sale', unit: 'ms', rounds: [followed.cpu] },
      { name: 'sales meanwhile, 16 conn.', unit: 'per s', rounds: [followed.perSecond] },
      { name: 'behind the primary, median', unit: 'ms', rounds: [quantile(followed.behind, 0.5)] },
      { name: 'behind the primary, p99', unit: 'ms', rounds: [quantile(followed.behind, 0.99)] },
    ].filter(({ rounds }) => !rounds.some(Number.isNaN));
    return {
      name: 'Scale: reports from a replica',
      how: `The shop’s backup (npm run backup), restored and started with standby.signal, primary_conninfo and a slot, and a server with DATABASE_URL on it; ${PAGES} pages of ${PAGE_SIZE} sales from each of the two, then ${SLICE_MS / 1_000} s of sales while the replica follows. Everything on the same cores.`,
      measured,
      ratios: [],
      notes: [`The server on the replica answers: ${calls}.`, `What it said: ${troubles(server)}.`],
    };
  } finally {
    for (const close of closing.reverse()) await close();
    await selling.shop.owner.pool.query(
      'SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = $1 AND NOT active',
      [SLOT],
    );
  }
}

/** A data folder whose PostgreSQL, once started, follows the shop's. */
async function copyOf({ shop }: SellingShop, folder: string): Promise<string> {
  await shop.owner.pool.query('SELECT pg_create_physical_replication_slot($1, true)', [SLOT]);
  const { file } = await makeBackup({
    dataDir: shop.dataDir,
    databaseUrl: undefined,
    backupDir: path.join(folder, 'backups'),
    log: LOG,
  });
  const dataDir = path.join(folder, 'data');
  await restoreBackup({ file, dataDir, log: LOG });
  const { folder: cluster } = clusterPaths(dataDir);
  const { host, port, user, password } = shop.reach.owner;
  const primary = `host=${host} port=${port} user=${user} password=${password}`;
  await writeFile(
    path.join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = '${primary}'\nprimary_slot_name = '${SLOT}'\n`,
  );
  await writeFile(path.join(cluster, 'standby.signal'), '');
  return dataDir;
}

async function postmasterOf(dataDir: string): Promise<number> {
  const file = path.join(clusterPaths(dataDir).folder, 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

/** Until the replica has replayed all that the primary had written when this was asked. */
async function caughtUp({ shop }: SellingShop): Promise<void> {
  const { rows } = await shop.owner.pool.query<{ here: string }>(
    'SELECT pg_current_wal_lsn()::text AS here',
  );
  for (const until = performance.now() + 60_000; performance.now() < until; ) {
    const { rowCount } = await shop.owner.pool.query(
      'SELECT FROM pg_stat_replication WHERE replay_lsn >= $1::pg_lsn',
      [rows[0]?.here],
    );
    if (rowCount) return;
    await delay(LOOK_EVERY_MS);
  }
  throw new Error('The replica does not follow');
}

/** By a session that was begun at the primary. */
async function whatItAnswers({ shop }: SellingShop, { origin }: BenchServer): Promise<string> {
  const token = await shop.signIn(ADMIN);
  await caughtUp({ shop } as SellingShop);
  const call = async (name: keyof typeof routes, body?: unknown) => {
    const { method, path: at } = routes[name];
    const response = await fetch(new URL(at, origin), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(name === 'createSale' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return `${name} ${response.status}`;
  };
  const answers: string[] = [];
  for (const name of ['readHealth', 'listSales', 'listClosings', 'listAudit'] as const) {
    answers.push(await call(name));
  }
  answers.push(await call('login', ADMIN));
  answers.push(await call('createPaymentMethod', { name: 'Vale' }));
  return answers.join(', ');
}

function troubles(server: BenchServer): string {
  const lines = server
    .printed()
    .split('\n')
    .filter((line) => /erro|não|read-only/i.test(line));
  return lines.length > 0 ? [...new Set(lines)].join(' / ') : 'nothing of it';
}

/** The processor's milliseconds per page, of who answers and of the primary's PostgreSQL. */
async function ask(
  { shop }: SellingShop,
  origin: string,
  [pid = 0]: number[],
  postgresPid: number,
) {
  const asker = new Asker(origin, () => shop.signIn(ADMIN));
  try {
    const path = (page: number) => `${routes.listSales.path}?page=${page}&page_size=${PAGE_SIZE}`;
    // A session begun at the primary is known at the replica a moment later.
    await untilKnown(() => asker.get(path(1)));
    const used = async () => ({
      server: (await cpuOf(pid)) ?? Number.NaN,
      postgres: (await cpuOfFamily(postgresPid)) ?? Number.NaN,
      primary: (await cpuOfFamily(shop.pid.postgres)) ?? Number.NaN,
    });
    const before = await used();
    for (let page = 1; page <= PAGES; page++) await asker.get(path((page % 20) + 1));
    const after = await used();
    return {
      own: {
        server: (after.server - before.server) / PAGES,
        postgres: (after.postgres - before.postgres) / PAGES,
      },
      primary: (after.primary - before.primary) / PAGES,
    };
  } finally {
    asker.close();
  }
}

async function untilKnown(ask: () => Promise<unknown>): Promise<void> {
  for (const until = performance.now() + 20_000; ; ) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await delay(LOOK_EVERY_MS);
  }
}

async function follow(selling: SellingShop, pid: number) {
  const { shop } = selling;
  const generator = selling.halfAt(shop.origin, 0);
  const behind: number[] = [];
  const before = (await cpuOfFamily(pid)) ?? Number.NaN;
  let selling_ = true;
  const looking = (async () => {
    while (selling_) {
      const { rows } = await shop.owner.pool.query<{ ms: number | null }>(
        'SELECT extract(epoch FROM replay_lag)::float * 1000 AS ms FROM pg_stat_replication',
      );
      if (rows[0]?.ms != null) behind.push(rows[0].ms);
      await delay(LOOK_EVERY_MS);
    }
  })();
  try {
    const result = await generator.run({ connections: 16, milliseconds: SLICE_MS });
    await caughtUp(selling);
    const after = (await cpuOfFamily(pid)) ?? Number.NaN;
    return { behind, cpu: (after - before) / result.done, perSecond: result.perSecond };
  } finally {
    selling_ = false;
    await looking;
  }
}
