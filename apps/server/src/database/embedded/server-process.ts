import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { assertDurable } from './assert-durable.ts';
import { HopelessStart } from './hopeless-start.ts';
import { type Launcher, launch } from './launcher.ts';
import type { Log } from './log.ts';
import { tailServerLog, trimServerLog } from './server-log.ts';
import { asArguments, type Settings } from './settings.ts';

/** A running postmaster. */
export type ServerProcess = {
  /** Becomes, when it has ended, how: "código 1" or "sinal SIGKILL". Never rejects. */
  exited: Promise<string>;
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

/** Long enough to replay all the WAL that the settings let pile up, on a slow disk. */
const READY_LIMIT_MS = 600_000;

/**
 * Waits until a connection is answered, and checks the settings over it. Throws when the server
 * ends, stays silent for 10 minutes, turns the superuser away, or has an unsafe setting.
 */
export async function waitUntilReady(
  server: ServerProcess,
  superuser: ClientConfig,
  log: Log,
): Promise<void> {
  const started = Date.now();
  let exit: string | null = null;
  server.exited.then((how) => {
    exit = how;
  });
  let told = started;
  for (;;) {
    const refusal = await tryConnection(superuser);
    if (refusal === null) return;
    if (exit !== null) {
      throw new Error(`O PostgreSQL não abriu (${exit}): ${await server.lastWords()}`);
    }
    if (!isPassing(refusal)) throw asFinal(refusal);
    if (Date.now() - started > READY_LIMIT_MS) {
      throw new Error(`O PostgreSQL não responde: ${refusal.message}`);
    }
    if (Date.now() - told > 10_000) {
      told = Date.now();
      log.info('O PostgreSQL ainda está abrindo (recuperando os últimos registros)…');
    }
    await sleep(20);
  }
}

async function tryConnection(superuser: ClientConfig): Promise<NodeJS.ErrnoException | null> {
  // ssl is given so that PGSSLMODE in the environment has no say.
  const client = new Client({ ...superuser, ssl: false, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // reported by connect() or query() as well
  try {
    await client.connect();
    await assertDurable(client);
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    await client.end().catch(() => {});
  }
}

function asFinal(refusal: Error): Error {
  if (refusal instanceof HopelessStart) return refusal;
  return new HopelessStart(`O PostgreSQL abriu, mas recusou o Balcão: ${refusal.message}`, {
    cause: refusal,
  });
}

/** Final are an answer that another try would not change: a wrong password, an unsafe setting. */
function isPassing(error: NodeJS.ErrnoException): boolean {
  const code = error.code ?? '';
  // No socket yet; starting up, shutting down, too many clients; a connection cut without a code.
  if (/^(ENOENT|ECONN[A-Z]+|EPIPE|EAGAIN|ETIMEDOUT|57P0[123]|53300|08...)$/.test(code)) return true;
  return code === '' && /timeout|terminated/i.test(error.message);
}
