import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clusterPaths } from '@balcao/server/src/database/embedded/cluster.ts';
import { processesOfCluster } from '@balcao/server/src/database/embedded/orphans.ts';
import { sql } from 'kysely';
import type { RandomNumbers } from './random.ts';
import type { TorturedShop } from './tortured-shop.ts';

type Strike = {
  shop: TorturedShop;
  random: RandomNumbers;
  /** To be called at the moment of the fault, after its preparation. */
  now: () => void;
};

/** Throws when the fault could not be made, or when the server did not react as it must. */
type Fault = (strike: Strike) => Promise<void>;

const HANG_MS = 1_000;
/** The duration of a start on an idle machine, so that some of the killed starts already listen. */
const START_MS = 1_500;
/** Counters keep what they sell meanwhile. */
const AWAY_MS = 5_000;

/** Faults in the processes of the embedded PostgreSQL. */
const embedded = {
  async 'kill -9 of PostgreSQL'({ shop, now }) {
    const pid = await postmasterOf(shop);
    now();
    process.kill(pid, 'SIGKILL');
  },
  async 'kill -9 of a backend'({ shop, random, now }) {
    const pids = await shop.withBooks(async ({ db }) => {
      const { rows } = await sql<{ pid: number }>`
        SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'
          AND pid <> pg_backend_pid()`.execute(db);
      return rows.map(({ pid }) => pid);
    });
    const pid = pids[random.below(pids.length)];
    if (!pid) throw new Error('There is no serving connection');
    now();
    process.kill(pid, 'SIGKILL');
  },
  async 'kill -9 of both'({ shop, now }) {
    const pid = await postmasterOf(shop);
    now();
    process.kill(pid, 'SIGKILL');
    await shop.killNode();
  },
  async 'PostgreSQL hangs for a second'({ shop, now }) {
    const pids = await processesOfCluster(clusterPaths(shop.place.dataDir).folder);
    now();
    for (const pid of pids) signalIfAlive(pid, 'SIGSTOP');
    await delay(HANG_MS);
    for (const pid of pids) signalIfAlive(pid, 'SIGCONT');
  },
} satisfies Record<string, Fault>;

/** Faults that work with any PostgreSQL. */
const general = {
  'kill -9 of Node'({ shop, now }) {
    now();
    return shop.killNode();
  },
  'kill -9 of Node, and of the next while it opens'({ shop, random, now }) {
    now();
    return shop.killNode(random.below(START_MS));
  },
  'the server stays away'({ shop, random, now }) {
    now();
    return shop.stayAway(random.below(AWAY_MS));
  },
  async 'graceful stop and start'({ shop, now }) {
    now();
    const code = await shop.reopen();
    if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}`);
  },
  'all connections terminated': ({ shop, now }) =>
    shop.withBooks(async ({ db }) => {
      now();
      const { rows } = await sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db);
      if (rows.length === 0) throw new Error('There is no serving connection');
    }),
} satisfies Record<string, Fault>;

export const faults = { ...embedded, ...general };

export type FaultName = keyof typeof faults;

/** The faults for a shop; the PostgreSQL of a DATABASE_URL is not ours to kill. */
export function faultsFor({ place }: TorturedShop): FaultName[] {
  return Object.keys(place.databaseUrl ? general : faults) as FaultName[];
}

async function postmasterOf({ place }: TorturedShop): Promise<number> {
  const file = path.join(clusterPaths(place.dataDir).folder, 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
