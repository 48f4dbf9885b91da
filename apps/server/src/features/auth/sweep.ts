import type { FastifyInstance } from 'fastify';
import { type CatchingUp, catchUpWhileOpen, type Log } from '../../database/catching-up.ts';
import { type Clock, databaseClock } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { sweepMetPeople } from '../met-people/met-people.service.ts';
import { sweepParkedSales } from '../parked-sales/parked-sales.service.ts';
import { sweepSessions } from './session.repository.ts';
import { sweepCounts } from './throttle.ts';

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

const SWEEPING: CatchingUp = {
  update: async (db) => {
    await sweep(db);
    return 0;
  },
  tooMany: 0,
  trouble: 'O que é velho demais (sessões, tentativas, pedidos em espera) não foi removido',
};

/** Sweeps once a minute while the server is open. */
export function sweepWhileOpen(app: FastifyInstance, given: { db: Db; log: Log }): void {
  catchUpWhileOpen(app, given, SWEEPING);
}
