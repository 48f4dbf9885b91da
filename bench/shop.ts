import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { routes } from '@balcao/contract/routes.ts';
import { APPLICATION_ROLE } from '@balcao/server/src/database/application-role.ts';
import { type Connection, connect, NO_TIMEOUT } from '@balcao/server/src/database/connection.ts';
import {
  clusterPaths,
  DATABASE,
  PASSWORD_FILE,
  SUPERUSER,
} from '@balcao/server/src/database/embedded/cluster.ts';
import { SOCKET_PORT } from '@balcao/server/src/database/embedded/settings.ts';
import { openFolder, stopsWithBench } from './under-way.ts';

const MAIN = path.resolve(import.meta.dirname, '../apps/server/src/main.ts');

/** The rest of what PostgreSQL has is for what is measured. */
export const OWNER_CONNECTIONS = 4;

export const ADMIN = { username: 'admin', password: 'senha-da-medida' };

/** How a role reaches the shop's PostgreSQL. */
export type Reach = {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
  ssl: false;
};

/** As DATABASE_URL. */
export function urlOf({ host, port, user, password, database }: Reach): string {
  const secret = encodeURIComponent(password);
  return `postgres://${user}:${secret}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

export type BenchShop = {
  origin: string;
  dataDir: string;
  /** Of Node, and of the PostgreSQL that it runs. */
  pid: { server: number; postgres: number };
  /** The owner of everything, without a limit of time. */
  owner: Connection;
  reach: { owner: Reach; application: Reach };
  /** Answers the access token. */
  signIn(credentials: { username: string; password: string }): Promise<string>;
  stop(): Promise<void>;
};

/**
 * The server as `npm start` runs it (`args`: `--demo`), on a temporary folder of its own. It makes no
 * backups: one that begins in the middle of a round would be measured too.
 */
export async function openBenchShop({ args = [] }: { args?: string[] } = {}): Promise<BenchShop> {
  const server = await openBenchServer({ args });
  const { origin, dataDir, stop } = server;
  try {
    const reach = await reachOf(dataDir);
    const owner = connect({ ...reach.owner, max: OWNER_CONNECTIONS }, () => {}, NO_TIMEOUT);
    return {
      origin,
      dataDir,
      pid: { server: server.pid, postgres: (await postmaster(dataDir)).pid },
      owner,
      reach,
      signIn: (credentials) => signIn(origin, credentials),
      stop: async () => {
        await owner.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export type BenchServer = {
  origin: string;
  dataDir: string;
  pid: number;
  /** What it has said so far. */
  printed(): string;
  stop(): Promise<void>;
};

/** The server alone; with DATABASE_URL in `env`, one more on a database that is there. */
export async function openBenchServer({
  args = [],
  env = {},
}: {
  args?: string[];
  env?: Record<string, string>;
}): Promise<BenchServer> {
  const { folder: dataDir, remove } = await openFolder();
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      BACKUP_KEEP: '0',
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stop = stopsWithBench(async () => {
    child.kill('SIGTERM');
    await closed;
    await remove();
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => (printed += chunk));
  }
  try {
    const origin = await originOf(child, () => printed);
    return { origin, dataDir, pid: child.pid ?? 0, printed: () => printed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until it says where it listens; throws what it said when it ends instead. */
async function originOf(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const read = () => {
      const origin = /está aberto em (\S+)/.exec(printed())?.[1];
      if (origin) resolve(origin);
    };
    child.stdout?.on('data', read);
    child.once('close', () => reject(new Error(`The server ended:\n${printed()}`)));
  });
}

async function reachOf(dataDir: string): Promise<BenchShop['reach']> {
  const { home } = clusterPaths(dataDir);
  const { socket } = await postmaster(dataDir);
  const as = async (user: string, passwordFile: string): Promise<Reach> => {
    const password = (await readFile(passwordFile, 'utf8')).trim();
    return { host: socket, port: SOCKET_PORT, user, password, database: DATABASE, ssl: false };
  };
  return {
    owner: await as(SUPERUSER, path.join(home, PASSWORD_FILE)),
    application: await as(APPLICATION_ROLE, path.join(dataDir, `${APPLICATION_ROLE}.password`)),
  };
}

/** What PostgreSQL itself notes: its pid, and in the fifth line the folder of its socket. */
async function postmaster(dataDir: string): Promise<{ pid: number; socket: string }> {
  const file = path.join(clusterPaths(dataDir).folder, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  return { pid: Number(lines[0]), socket: lines[4]?.trim() ?? '' };
}

async function signIn(
  origin: string,
  credentials: { username: string; password: string },
): Promise<string> {
  const response = await fetch(new URL(routes.login.path, origin), {
    method: routes.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { access } = (await response.json()) as { access?: string };
  if (!access) throw new Error(`Sign-in answered ${response.status}`);
  return access;
}
