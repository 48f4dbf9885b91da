import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { isUnavailable, tookTooLong } from '../../database/unavailable.ts';
import { writingTransactions } from '../../database/writing-transactions.ts';
import { addToCounts, lockCounts, readCountsProgress } from './sales-counts.repository.ts';

/** A list counts fewer sales than this in less than a millisecond. */
const WORTHWHILE = 500;
const PAUSE_MS = 60_000;
/** A sale takes milliseconds. A longer one is left for the next update. */
const WRITERS_MS = 100;
const WAITS = 50;
/** This many uncounted sales make lists slow. */
const TOO_MANY = 50_000;

type UpdateOptions = { atLeast?: number; tooMany?: number; signal?: AbortSignal };
type Log = { warn(message: string): void; error(message: string): void };

/**
 * Adds new sales to the counts that lists read. Ids are assigned in order but committed in any, so it
 * counts up to the newest id after every transaction that was writing sales at that moment has ended. Only
 * deletions wait for it, some milliseconds. Returns the number of sales left uncounted because a sale took
 * too long or another server was counting.
 */
export async function updateSalesCounts(
  db: Db,
  { atLeast = 1, signal }: Omit<UpdateOptions, 'tooMany'> = {},
): Promise<number> {
  const { lastCounted, newest } = await readCountsProgress(db);
  const left = newest - lastCounted;
  if (left < atLeast) return 0;
  let writers = await writingTransactions(db, 'sales');
  for (let waits = 0; writers.length > 0; waits++) {
    if (waits === WAITS) return left;
    await delay(WRITERS_MS, undefined, { ...(signal && { signal }) });
    writers = await writingTransactions(db, 'sales', writers);
  }
  return db.transaction().execute(async (tx) => {
    const after = await lockCounts(tx);
    if (after === undefined) return left;
    if (after < newest) await addToCounts(tx, { after, upTo: newest });
    return 0;
  });
}

/**
 * The returned function updates the counts and never throws: without them lists stay right and only get
 * slower. It warns once, and again only after an update has worked.
 */
export function countsUpdater(
  { db, log }: { db: Db; log: Log },
  { atLeast = WORTHWHILE, tooMany = TOO_MANY, signal }: UpdateOptions = {},
): () => Promise<void> {
  let warned = false;
  const warnOnce = (reason: string) => {
    if (!warned) log.warn(`As vendas novas não foram contadas e as listas ficam lentas: ${reason}`);
    warned = true;
  };
  return async () => {
    try {
      const left = await updateSalesCounts(db, { atLeast, ...(signal && { signal }) });
      if (left > tooMany) warnOnce(`${left} vendas esperam`);
      else if (left === 0) warned = false;
    } catch (error) {
      if (signal?.aborted) return;
      if (tookTooLong(error)) warnOnce('a contagem demorou demais');
      else if (!isUnavailable(error)) {
        log.error(`As vendas novas não foram contadas: ${(error as Error).message}`);
      }
    }
  };
}

/** Updates the counts once a minute from when the server listens until it closes. */
export function updateSalesCountsWhileOpen(
  app: FastifyInstance,
  { db, log }: { db: Db; log: Log },
): void {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  const update = countsUpdater({ db, log }, { signal });
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
