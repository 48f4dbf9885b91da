import { copyFile, open, readFile, stat, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../program/log.ts';
import { type Account, launch } from './launch.ts';

/** A segment of the write-ahead log. */
const FULL_BYTES = 16 * 1024 * 1024;

export type ServerProcess = {
  /** Resolves to how it ended: "código 1" or "sinal SIGKILL". Never rejects. */
  exited: Promise<string>;
  /** Whether this process serves the folder; another server could respond on the same socket. */
  holdsFolder(): Promise<boolean>;
  /** The last lines that it has logged since its start; five by default. */
  lastLogLines(count?: number): Promise<string>;
  /** Without room it can't even log why it ended. */
  isDiskFull(): Promise<boolean>;
  /** Fast shutdown; immediate after 20 s, SIGKILL after 5 s more. Resolves when it has ended. */
  end(log: Log): Promise<void>;
};

/**
 * Starts a postmaster. `stalePid` is the pid in the postmaster.pid of a server that was killed. Another
 * program may have that pid now, and PostgreSQL would take it for a running server. PostgreSQL ignores a
 * pid that is named as its grandparent; pg_ctl uses the same variable.
 */
export async function spawnServer(server: {
  account: Account;
  postgres: string;
  folder: string;
  settings: Record<string, string>;
  logFile: string;
  stalePid: number | null;
}): Promise<ServerProcess> {
  const { account, postgres, folder, settings, logFile, stalePid } = server;
  await trimServerLog(logFile);
  await using output = await open(logFile, 'a', 0o600);
  const { size } = await output.stat();
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = launch(account, [postgres, '-D', folder, ...options], {
    // A pipe would break, and the server with it, when Node is killed.
    stdio: ['ignore', output.fd, output.fd],
    env: stalePid ? { PG_GRANDPARENT_PID: String(stalePid) } : {},
  });
  const exited = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal ? `sinal ${signal}` : `código ${code}`));
  });
  const endedWithin = (ms: number) =>
    Promise.race([exited.then(() => true), sleep(ms, false, { ref: false })]);
  return {
    exited,
    async holdsFolder() {
      const file = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
      return Number.parseInt(file, 10) === child.pid;
    },
    lastLogLines: (count = 5) => tailServerLog(logFile, size, count),
    async isDiskFull() {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize < FULL_BYTES;
    },
    async end(log) {
      child.kill('SIGINT');
      if (await endedWithin(20_000)) return;
      log.warn('O PostgreSQL demora a encerrar; forçando o encerramento…');
      child.kill('SIGQUIT');
      if (await endedWithin(5_000)) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

const LARGEST_LOG_BYTES = 10 * 1024 * 1024;

/**
 * Copies a full log to `<file>.1` and empties it. It cannot be renamed, because the server holds it open
 * in append mode.
 */
export async function trimServerLog(file: string, largest = LARGEST_LOG_BYTES): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (!found || found.size <= largest) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}

/** The last lines written since byte `from`, of at most 16 kB. */
async function tailServerLog(file: string, from: number, count: number): Promise<string> {
  const bytes = await readFile(file);
  const start = Math.max(from <= bytes.length ? from : 0, bytes.length - 16_384);
  return bytes.subarray(start).toString('utf8').trim().split('\n').slice(-count).join('\n');
}
