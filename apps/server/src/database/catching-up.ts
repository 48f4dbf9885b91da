import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from './connection.ts';
import { isUnavailable, tookTooLong } from './unavailable.ts';
import { writingTransactions } from './writing-transactions.ts';

const PAUSE_MS = 60_000;
/** A sale takes milliseconds. A longer one is left for the next time. */
const WRITERS_MS = 100;
const WAITS = 50;

export type Log = { warn(message: string): void; error(message: string): void };

/**
 * Waits until every transaction that is writing to the table has ended: ids are assigned in order but
 * committed in any. Returns whether they have.
 */
export async function writersHaveEnded(
  db: Db,
  table: 'sales' | 'corrections',
  signal?: AbortSignal,
): Promise<boolean> {
  let writers = await writingTransactions(db, table);
  for (let waits = 0; writers.length > 0; waits++) {
    if (waits === WAITS) return false;
    await delay(WRITERS_MS, undefined, { ...(signal && { signal }) });
    writers = await writingTransactions(db, table, writers);
  }
  return true;
}

export type CatchingUp = {
  /** Adds what is new to the stored figures, and returns how many sales are left. */
  update: (db: Db, signal: AbortSignal | undefined) => Promise<number>;
  /** This many sales that are left are slow to add up. */
  tooMany: number;
  /** What happened, for the log, when it was not updated. */
  trouble: string;
};

/**
 * The returned function updates stored figures and never throws: without them every answer stays right and
 * only gets slower. It warns once, and again only after an update has worked.
 */
export function catchingUp(
  { db, log }: { db: Db; log: Log },
  { update, tooMany, trouble }: CatchingUp,
  signal?: AbortSignal,
): () => Promise<void> {
  let warned = false;
  const warnOnce = (reason: string) => {
    if (!warned) log.warn(`${trouble}: ${reason}`);
    warned = true;
  };
  return async () => {
    try {
      const left = await update(db, signal);
      if (left > tooMany) warnOnce(`${left} vendas esperam`);
      else if (left === 0) warned = false;
    } catch (error) {
      if (signal?.aborted) return;
      if (tookTooLong(error)) warnOnce('demorou demais');
      else if (!isUnavailable(error)) log.error(`${trouble}: ${(error as Error).message}`);
    }
  };
}

/** Updates once a minute from when the server listens until it closes. */
export function catchUpWhileOpen(
  app: FastifyInstance,
  { db, log }: { db: Db; log: Log },
  stored: CatchingUp,
): void {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  const update = catchingUp({ db, log }, stored, signal);
  const run = async () => {
    while (!signal.aborted) {
      await update();
      await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
  };
  app.addHook('onListen', async () => {
    running = run();
  });
  app.addHook('onClose', async () => {
    closing.abort();
    await running;
  });
}
