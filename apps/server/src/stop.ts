import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { OpenDatabase } from './database/open.ts';

/** A sale in flight has this long to finish; the rest of the time is PostgreSQL's. */
const DRAIN_MS = 8_000;

/**
 * On SIGTERM or SIGINT: no new requests, those in flight finish, the pool closes, PostgreSQL stops, and
 * the process ends with 0. A second signal changes nothing: the first is doing all that can be done.
 * A signal while the database is still opening waits for it, so that no PostgreSQL is left behind.
 */
export function stopOnSignals(
  parts: { database: Promise<OpenDatabase>; app(): FastifyInstance | undefined },
  log: Logger,
): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    const database = await parts.database.catch(() => undefined);
    const app = parts.app();
    if (app) await drain(app);
    await database?.close();
    log.info('stopped');
    // The lines that still wait are written by the log itself, on exit.
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/** Closes the app when the requests in flight have finished, or have had their time. */
export async function drain(app: FastifyInstance): Promise<void> {
  const tooLong = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(tooLong);
}
