import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import type { Log } from '../../program/log.ts';
import { assertDurable, HopelessStart } from './assert-durable.ts';
import { damageBehind, damageIn } from './damaged.ts';
import type { ServerProcess } from './server-process.ts';

/** Long enough to replay all the WAL that the settings let accumulate, on a slow disk. */
const READY_LIMIT_MS = 600_000;
const NOTICE_EVERY_MS = 10_000;
const FULL =
  'o disco está cheio. Libere espaço nele, por exemplo copiando para fora os backups mais antigos; nada na pasta postgres pode ser apagado.';
/** After the cause PostgreSQL logs how each of its processes ends. */
const LINES_WITH_THE_CAUSE = 40;

/**
 * Waits until the server accepts a connection, and checks the settings over it. Throws when the server
 * ends, does not respond for 10 minutes, rejects the superuser, or has an unsafe setting.
 */
export async function waitUntilReady(
  server: ServerProcess,
  superuser: ClientConfig,
  log: Log,
): Promise<void> {
  const started = Date.now();
  let noticed = started;
  let exit: string | undefined;
  void server.exited.then((how) => {
    exit = how;
  });
  for (;;) {
    const failure = await tryConnection(superuser);
    if (!failure && (await server.holdsFolder())) return;
    if (exit !== undefined) {
      const withCause = await server.lastLogLines(LINES_WITH_THE_CAUSE);
      const damage = damageIn(withCause);
      if (damage) throw damage;
      // On a full disk PostgreSQL's own log loses lines too.
      const isFull = withCause.includes('No space left') || (await server.isDiskFull());
      throw new Error(
        `O PostgreSQL não abriu (${exit}): ${isFull ? FULL : await server.lastLogLines()}`,
      );
    }
    if (failure instanceof HopelessStart) throw failure;
    const damage = failure && damageBehind(failure);
    if (damage) throw damage;
    if (failure && !isTemporary(failure)) {
      throw new HopelessStart(`O PostgreSQL abriu, mas recusou o Balcão: ${failure.message}`, {
        cause: failure,
      });
    }
    const now = Date.now();
    if (now - started > READY_LIMIT_MS) {
      throw new Error(`O PostgreSQL não responde: ${failure?.message ?? 'outro responde por ele'}`);
    }
    if (now - noticed > NOTICE_EVERY_MS) {
      noticed = now;
      log.info('O PostgreSQL ainda está abrindo (recuperando os últimos registros)…');
    }
    await sleep(20);
  }
}

async function tryConnection(superuser: ClientConfig): Promise<NodeJS.ErrnoException | undefined> {
  const client = new Client({ ...superuser, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // connect() or query() reports it as well
  try {
    await client.connect();
    await assertDurable(client);
    return undefined;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether another attempt may succeed, unlike after a wrong password or an unsafe setting. */
function isTemporary(error: NodeJS.ErrnoException): boolean {
  const code = error.code ?? '';
  // No socket yet; starting up, shutting down, too many clients; a connection cut without a code.
  if (/^(ENOENT|ECONN[A-Z]+|EPIPE|EAGAIN|ETIMEDOUT|57P0[123]|53300|08...)$/.test(code)) return true;
  return code === '' && /timeout|terminated/i.test(error.message);
}
