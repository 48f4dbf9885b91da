import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { routes } from '@balcao/contract/api/routes.ts';
import { type Connection, connect, NO_TIMEOUT } from '@balcao/server/src/database/connection.ts';
import {
  clusterPaths,
  DATABASE,
  PASSWORD_FILE,
  SUPERUSER,
} from '@balcao/server/src/database/embedded/cluster.ts';
import { SOCKET_PORT } from '@balcao/server/src/database/embedded/settings.ts';
import { APPLICATION_ROLE } from '@balcao/server/src/database/open/application-role.ts';
import { openFolder, stopsWithBench } from './under-way.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
export const MAIN = path.join(ROOT, 'apps/server/src/main.ts');

/** Few, since the rest of PostgreSQL's connections are for what is measured. */
const OWNER_CONNECTIONS = 4;

export type Credentials = { username: string; password: string };
export const ADMIN: Credentials = { username: 'admin', password: 'senha-da-medida' };

/** How a role connects to the shop's PostgreSQL. */
export type Reach = typeof SOCKET & { host: string; user: string; password: string };
const SOCKET = { port: SOCKET_PORT, database: DATABASE as string, ssl: false } as const;

export type BenchShop = AsyncDisposable & {
  origin: string;
  dataDir: string;
  pid: { server: number; postgres: number };
  /** Owns everything, and has no statement timeout. */
  owner: Connection;
  reach: { owner: Reach; application: Reach };
};

/** The server as `npm start` runs it, with the embedded PostgreSQL in a temporary folder. */
export async function openBenchShop(): Promise<BenchShop> {
  const server = await openBenchServer();
  const { origin, dataDir } = server;
  const postmaster = await postmasterOf(dataDir);
  const reachAs = async (user: string, passwordFile: string): Promise<Reach> => {
    const password = (await readFile(passwordFile, 'utf8')).trim();
    return { ...SOCKET, host: postmaster.socket, user, password };
  };
  const reach = {
    owner: await reachAs(SUPERUSER, path.join(clusterPaths(dataDir).home, PASSWORD_FILE)),
    application: await reachAs(
      APPLICATION_ROLE,
      path.join(dataDir, `${APPLICATION_ROLE}.password`),
    ),
  };
  const owner = connectAsOwner(reach.owner);
  const stop = async () => {
    await owner.close();
    await server[Symbol.asyncDispose]();
  };
  const pid = { server: server.pid, postgres: postmaster.pid };
  return { origin, dataDir, pid, owner, reach, [Symbol.asyncDispose]: stop };
}

export function connectAsOwner(reach: Reach): Connection {
  return connect({ ...reach, max: OWNER_CONNECTIONS }, () => {}, NO_TIMEOUT);
}

/** The server alone; with DATABASE_URL in `env`, a further one on an existing database. */
export async function openBenchServer(env: Record<string, string> = {}) {
  const { folder: dataDir, ...folder } = await openFolder();
  const server = await startServer([process.execPath, MAIN], dataDir, env);
  const stop = async () => {
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  };
  return { ...server, dataDir, [Symbol.asyncDispose]: stop };
}

export type StartedServer = AsyncDisposable & { origin: string; pid: number };

/**
 * Runs a command that starts the server, and waits until it listens. It makes no backups: one that begins
 * in the middle of a round would be measured too.
 */
export async function startServer(
  [program = '', ...args]: readonly string[],
  dataDir: string,
  env: Record<string, string> = {},
): Promise<StartedServer> {
  const { PATH, HOME, NODE_OPTIONS } = process.env;
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...{ PATH, HOME, NODE_OPTIONS },
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
  const stopping = stopsWithBench(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let printed = '';
  const read = (chunk: Buffer) => {
    printed += chunk;
    const origin = /está aberto em (\S+)/.exec(printed)?.[1];
    if (origin) resolve(origin);
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', read);
  child.once('close', () => reject(new Error(`The server ended:\n${printed}`)));
  return { origin: await promise, pid: child.pid ?? 0, ...stopping };
}

/** The pid, and in the fifth line the folder of the socket. */
export async function postmasterOf(dataDir: string): Promise<{ pid: number; socket: string }> {
  const file = path.join(clusterPaths(dataDir).folder, 'postmaster.pid');
  const lines = (await readFile(file, 'utf8')).split('\n');
  return { pid: Number(lines[0]), socket: lines[4]?.trim() ?? '' };
}

/** The response of the sign-in as text: the application keeps it as it is in the browser's storage. */
export async function signInRecord(origin: string, credentials: Credentials): Promise<string> {
  const response = await fetch(new URL(routes.login.path, origin), {
    method: routes.login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!response.ok) throw new Error(`Sign-in was answered with ${response.status}`);
  return response.text();
}

/** An access token. */
export async function signIn({ origin }: BenchShop, credentials: Credentials): Promise<string> {
  return JSON.parse(await signInRecord(origin, credentials)).access;
}
