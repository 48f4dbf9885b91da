import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Launcher, launch } from './launcher.ts';
import type { Log } from './log.ts';
import { tailServerLog, trimServerLog } from './server-log.ts';
import { asArguments, type Settings } from './settings.ts';

/** A running postmaster. */
export type ServerProcess = {
  /** Becomes, when it has ended, how: "código 1" or "sinal SIGKILL". Never rejects. */
  exited: Promise<string>;
  /** Whether it is the one that answers: another server on the same socket would answer as well. */
  holdsFolder(): Promise<boolean>;
  /** What it has logged since its start, the last lines. */
  lastWords(): Promise<string>;
  /** Fast shutdown; immediate after 20 s, SIGKILL after 5 s more. Returns when it has ended. */
  end(log: Log): Promise<void>;
};

/**
 * Starts a postmaster. `stranger` is the pid of a live process that postmaster.pid names although
 * it is no server of ours: PostgreSQL would take it for one and refuse to start, unless told that
 * it is its own grandparent (which is how pg_ctl keeps it from stumbling over its caller).
 */
export async function spawnServer(server: {
  launcher: Launcher;
  postgres: string;
  folder: string;
  settings: Settings;
  logFile: string;
  stranger: number | null;
}): Promise<ServerProcess> {
  await trimServerLog(server.logFile);
  const output = await open(server.logFile, 'a', 0o600);
  try {
    const { size } = await output.stat();
    const child = launch(
      server.launcher,
      [server.postgres, '-D', server.folder, ...asArguments(server.settings)],
      {
        // A pipe would break, and the server with it, when Node is killed.
        stdio: ['ignore', output.fd, output.fd],
        env: server.stranger ? { PG_GRANDPARENT_PID: String(server.stranger) } : {},
      },
    );
    const exited = new Promise<string>((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code, signal) => resolve(signal ? `sinal ${signal}` : `código ${code}`));
    });
    const endedWithin = (ms: number) =>
      Promise.race([exited.then(() => true), sleep(ms, false, { ref: false })]);
    return {
      exited,
      async holdsFolder() {
        const file = await readFile(join(server.folder, 'postmaster.pid'), 'utf8').catch(() => '');
        return Number.parseInt(file, 10) === child.pid;
      },
      lastWords: () => tailServerLog(server.logFile, size),
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
  } finally {
    await output.close();
  }
}
