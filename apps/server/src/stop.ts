import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { OpenDatabase } from './database/open/open-database.ts';

/** The time that a sale in flight has to finish; PostgreSQL gets the rest. */
const DRAIN_MS = 8_000;

/**
 * On SIGTERM or SIGINT: no new requests, those in flight finish, the pool closes, PostgreSQL stops, and
 * the process exits with 0. Later signals are ignored. While the database is still opening a signal
 * aborts `giveUp` and waits, so that no PostgreSQL is left behind.
 */
export function stopOnSignals(
  parts: {
    database: Promise<OpenDatabase>;
    giveUp: AbortController;
    app(): FastifyInstance | undefined;
  },
  log: Logger,
): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    parts.giveUp.abort();
    const database = await parts.database.catch(() => undefined);
    const app = parts.app();
    if (app) await drain(app);
    await database?.close();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/** Closes the app when the requests in flight have finished or their time is over. */
export async function drain(app: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearTimeout(timer);
}
