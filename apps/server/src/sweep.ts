import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Clock, databaseClock } from './database/clock.ts';
import type { Db } from './database/connection.ts';
import { inTransaction } from './database/transaction.ts';
import { isUnavailable, tookTooLong } from './database/unavailable.ts';
import { sweepSessions } from './features/auth/session.repository.ts';
import { sweepCounts } from './features/auth/throttle.ts';
import { sweepMetPeople } from './features/met-people/met-people.service.ts';
import { sweepParkedSales } from './features/parked-sales/parked-sales.service.ts';

/** Ended sessions are kept so that an administrator can see where a user has been signed in. */
const SESSIONS_KEPT_DAYS = 183;

/**
 * Removes what is too old, each kind in a transaction of its own: sessions, counts of failed attempts, people in
 * orders that nobody takes up any more, and counts of people met.
 */
export async function sweep(db: Db, clock: Clock = databaseClock): Promise<void> {
  await inTransaction(db, (tx) => sweepSessions(tx, SESSIONS_KEPT_DAYS));
  await inTransaction(db, (tx) => sweepCounts(tx, clock));
  await inTransaction(db, sweepParkedSales);
  await inTransaction(db, sweepMetPeople);
}

const PAUSE_MS = 60_000;
const TROUBLE = 'O que é velho demais (sessões, tentativas, pedidos em espera) não foi removido';

type Log = { warn(message: string): void; error(message: string): void };

/**
 * Sweeps once a minute from when the server listens until it closes. It never throws, and warns once of a sweep that
 * takes too long, again only after one has worked.
 */
export function sweepWhileOpen(app: FastifyInstance, { db, log }: { db: Db; log: Log }): void {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  let warned = false;
  const trySweep = async () => {
    try {
      await sweep(db);
      warned = false;
    } catch (error) {
      if (signal.aborted) return;
      const isSlow = tookTooLong(error);
      if (isSlow && !warned) log.warn(`${TROUBLE}: demorou demais`);
      if (!isSlow && !isUnavailable(error)) log.error(`${TROUBLE}: ${(error as Error).message}`);
      warned ||= isSlow;
    }
  };
  app.addHook('onListen', async () => {
    running = (async () => {
      while (!signal.aborted) {
        await trySweep();
        await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
      }
    })();
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await running;
  });
}
