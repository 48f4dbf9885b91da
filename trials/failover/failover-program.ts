// The primary of a real replicated cluster fails under load, KILLS=5 times and in other ways, on Debian 12:
// npm run failover [-- --planted]. --planted shows that it notices lost sales.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, NO_TIMEOUT } from '@balcao/server/src/database/connection.ts';
import { asSuperuser } from '@balcao/server/src/testing/cluster.ts';
import { randomNumbers } from '../torture/random.ts';
import { cancelCommits } from './cancelled-commit.ts';
import { openCluster } from './cluster.ts';
import { planOf } from './faults.ts';
import { openTwoServers } from './shop.ts';
import { type Account, freePorts, signalAll } from './started.ts';

const KILLS = Number(process.env.KILLS ?? 5);
const SEED = Number(process.env.FAILOVER_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** The longest promised time without a sale. */
const RECOVERY_MS = 60_000;
const planted = process.argv.includes('--planted');

const stopping = new AbortController();
const stopped = new Promise<never>((_resolve, reject) => {
  // Nothing may go on running after an error either.
  process.on('uncaughtException', reject);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping.abort(new Error(`Stopped by ${signal}`));
      reject(stopping.signal.reason);
    });
  }
});

/** PostgreSQL refuses root; Debian's package created an account for it. */
async function unprivileged(): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const line = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8'));
  if (!line) throw new Error('There is no account postgres to run PostgreSQL as');
  return { uid: Number(line[1]), gid: Number(line[2]) };
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

async function openAll(folder: string) {
  const [shopPort = 0, ...ports] = await freePorts(3);
  const started = performance.now();
  const cluster = await openCluster({
    folder,
    account: await unprivileged(),
    synchronous: !planted,
    stopping: stopping.signal,
    servers: ports,
    shopPort,
  });
  console.log(`The cluster is whole after ${seconds(performance.now() - started)} s: ${folder}`);
  const { databaseUrl } = cluster;
  const proxy = `http://127.0.0.1:${shopPort}`;
  const whenOver = (end: () => Promise<unknown>) => closing.push(end);
  const random = randomNumbers(SEED);
  const shop = await openTwoServers({ folder, databaseUrl, ports, proxy, random, whenOver });
  const books = connect({ connectionString: databaseUrl }, () => {}, NO_TIMEOUT);
  closing.push(() => books.close());
  await shop.fillShelves(books);
  return { cluster, shop, books };
}

/** Returns the troubles. */
async function failOver(folder: string): Promise<string[]> {
  const { cluster, shop, books } = await openAll(folder);
  const random = randomNumbers(SEED);
  const troubles = await cancelCommits(cluster, (key) => shop.send(key));
  shop.sell();
  const recoveries: number[] = [];
  const row = (cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  row(['fault', 'primary', 'then', 'no sale for (s)', 'while it came back (s)', 'sales', 'wrong']);
  row(['---', '---', '---', '--:', '--:', '--:', '---']);
  for (const fault of planOf(KILLS, random)) {
    await shop.sales(50 + random.below(200));
    const primary = await cluster.primary();
    shop.longestWait();
    const bringBack = await fault.strike(primary, cluster);
    const next = await cluster.primary(primary);
    await shop.sales();
    const recovery = shop.longestWait();
    recoveries.push(recovery);
    const wrong = await shop.check(books);
    await bringBack?.();
    await cluster.whole();
    await shop.sales();
    const slowest = shop.longestWait();
    wrong.push(...(await shop.check(books)));
    if (recovery > RECOVERY_MS) wrong.push('too slow');
    troubles.push(...wrong.map((each) => `${fault.name}: ${each}`));
    row([
      fault.name,
      primary.name,
      next.name,
      seconds(recovery),
      seconds(slowest),
      shop.ledger.sales.length,
      wrong.join('; ') || '-',
    ]);
  }
  troubles.push(...(await shop.close(books)));
  const { size } = shop.ledger.entries;
  console.log(
    `\n${recoveries.length} failovers, ${size} sales sent, ${shop.ledger.sales.length} acknowledged, ` +
      `longest time without a sale ${seconds(Math.max(...recoveries))} s (at most ${RECOVERY_MS / 1_000})`,
  );
  return troubles;
}

/**
 * The same check where sales are really lost: the replicas are frozen, and the primary, which does not wait
 * for them, is killed. Returns the troubles.
 */
async function loseSales(folder: string): Promise<string[]> {
  const { cluster, shop, books } = await openAll(folder);
  shop.sell();
  await shop.sales(200);
  const primary = await cluster.primary();
  const replicas = cluster.machines.filter((each) => each !== primary);
  for (const replica of replicas) await replica.freeze();
  // Otherwise the buffers of the kernel would still deliver some of the log to them.
  await asSuperuser(
    cluster.at(primary),
    'SELECT pg_terminate_backend(pid) FROM pg_stat_replication',
  );
  await shop.sales(50);
  await primary.kill();
  for (const replica of replicas) await replica.thaw();
  await cluster.primary(primary);
  await shop.sales();
  return shop.check(books);
}

const closing: (() => Promise<unknown>)[] = [];

async function main(): Promise<boolean> {
  console.log(`KILLS=${KILLS} FAILOVER_SEED=${SEED}${planted ? ', with a planted fault' : ''}`);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-failover-'));
  await chmod(folder, 0o755);
  let isRight = false;
  try {
    const running = planted ? loseSales(folder) : failOver(folder);
    running.catch(() => {});
    const troubles = await Promise.race([running, stopped]);
    for (const trouble of troubles) console.log(`WRONG: ${trouble}`);
    const sawLoss = troubles.some((each) => each.includes('lost'));
    isRight = planted ? sawLoss : troubles.length === 0;
    if (planted) {
      console.log(sawLoss ? 'The check has seen the loss.' : 'The check has NOT seen the loss.');
    } else if (isRight) console.log('0 acknowledged sales lost, 0 doubled.');
  } finally {
    for (const close of closing.reverse()) {
      await Promise.race([close().catch(() => {}), delay(20_000, undefined, { ref: false })]);
    }
    await signalAll(folder, 'SIGKILL');
    if (isRight || stopping.signal.aborted) await rm(folder, { recursive: true, force: true });
    else console.log(`The logs are in ${folder}`);
  }
  return isRight;
}

main().then(
  (isRight) => process.exit(isRight ? 0 : 1),
  (error) => {
    console.error(stopping.signal.aborted ? error.message : error);
    process.exit(1);
  },
);
