import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../apps/server/src/main.ts');
const START_TIMEOUT_MS = 60_000;

export const ADMIN = { login: 'admin', password: 'chave-da-loja' };

export type ShopServer = {
  origin: string;
  dataDir: string;
  /** Returns the terminal output so far. */
  output(): string;
  /** Kills the server without a shutdown. */
  kill(): Promise<void>;
  /** Stops the server like Ctrl+C. Returns the exit code. */
  stop(): Promise<number | null>;
};

/** Makes a data folder that the database's user may enter too. */
export async function makeDataDir(parent = os.tmpdir()): Promise<string> {
  const dataDir = await mkdtemp(path.join(parent, 'balcao-e2e-'));
  await chmod(dataDir, 0o755);
  return dataDir;
}

export async function removeDataDir(dataDir: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

/** Starts the real server like `npm start` and waits until it listens. */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
  startTimeout = START_TIMEOUT_MS,
): Promise<ShopServer> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      ADMIN_LOGIN: ADMIN.login,
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const origin = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}:\n${output}`));
    const timer = setTimeout(() => fail('did not start'), startTimeout);
    child.stdout.on('data', () => {
      const address = /aberto em (http:\S+)/.exec(output)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  return {
    origin,
    dataDir,
    output: () => output,
    kill: async () => {
      await end(child, 'SIGKILL');
    },
    stop: () => end(child, 'SIGTERM'),
  };
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.kill(signal);
  });
}

/** Returns the connection to the shop's embedded PostgreSQL as its owner. */
export async function databaseOf(dataDir: string) {
  const folder = path.join(dataDir, 'postgres');
  const password = (await readFile(path.join(folder, 'superuser-password'), 'utf8')).trim();
  const pid = await readFile(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8');
  // The fifth line is the socket's folder, which a long data path moves elsewhere.
  const host = pid.split('\n')[4]?.trim() ?? '';
  const postmaster = Number.parseInt(pid, 10);
  const connection = { host, port: 5432, user: 'postgres', password, database: 'balcao' };
  return { ...connection, ssl: false, postmaster };
}
