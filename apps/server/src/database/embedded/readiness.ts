import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { assertDurable } from './assert-durable.ts';
import { HopelessStart } from './hopeless-start.ts';
import type { Log } from './log.ts';
import type { ServerProcess } from './server-process.ts';

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
  void server.exited.then((how) => {
    exit = how;
  });
  let told = started;
  for (;;) {
    const refusal = await tryConnection(superuser);
    if (refusal === null && (await server.holdsFolder())) return;
    if (exit !== null) {
      throw new Error(`O PostgreSQL não abriu (${exit}): ${await server.lastWords()}`);
    }
    if (refusal && !isPassing(refusal)) throw asFinal(refusal);
    if (Date.now() - started > READY_LIMIT_MS) {
      throw new Error(`O PostgreSQL não responde: ${refusal?.message ?? 'outro responde por ele'}`);
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
