import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { isUnavailable, tookTooLong } from '../../database/unavailable.ts';
import { writersOf } from '../../database/writers.ts';
import { addToCounts, countedUpTo, takeCounts } from './sales-counts.repository.ts';

/** Fewer than these are counted with the list that asks, in less than a millisecond. */
const WORTHWHILE = 500;
const PAUSE_MS = 60_000;
/** A sale takes milliseconds; what takes longer is left for the next time. */
const WRITERS_MS = 100;
const WAITS = 50;
/** So many uncounted make lists slow. */
const TOO_MANY = 50_000;

type CountOptions = { atLeast?: number; tooMany?: number; signal?: AbortSignal };
type Log = { warn(message: string): void; error(message: string): void };

/**
 * Takes the sales made since the last time into the counts that lists read. Ids are taken in order but
 * committed in any, so it counts up to the newest id only when everybody who was selling at that moment
 * has ended. Nobody waits for it, save a deletion for some milliseconds. Answers how many it left, because
 * somebody sold for too long or another server is counting.
 */
export async function countSales(
  db: Db,
  { atLeast = 1, signal }: Omit<CountOptions, 'tooMany'> = {},
): Promise<number> {
  const { counted, newest } = await countedUpTo(db);
  const left = newest - counted;
  if (left < atLeast) return 0;
  let writers = await writersOf(db, 'sales');
  for (let waits = 0; writers.length > 0; waits++) {
    if (waits === WAITS) return left;
    await delay(WRITERS_MS, undefined, { ...(signal && { signal }) });
    writers = await writersOf(db, 'sales', writers);
  }
  return db.transaction().execute(async (tx) => {
    const after = await takeCounts(tx);
    if (after === undefined) return left;
    if (after < newest) await addToCounts(tx, { after, upTo: newest });
    return 0;
  });
}

/**
 * Counts, and says so when it cannot: lists stay right without it, and only take longer. What may go on for
 * days is said once, until it works again.
 */
export function countAloud(
  { db, log }: { db: Db; log: Log },
  { atLeast = WORTHWHILE, tooMany = TOO_MANY, signal }: CountOptions = {},
): () => Promise<void> {
  let told = false;
  const tell = (why: string) => {
    if (!told) log.warn(`As vendas novas não foram contadas e as listas ficam lentas: ${why}`);
    told = true;
  };
  return async () => {
    try {
      const left = await countSales(db, { atLeast, ...(signal && { signal }) });
      if (left > tooMany) tell(`${left} vendas esperam`);
      else if (left === 0) told = false;
    } catch (error) {
      if (signal?.aborted) return;
      if (tookTooLong(error)) tell('a contagem demorou demais');
      else if (!isUnavailable(error)) {
        log.error(`As vendas novas não foram contadas: ${(error as Error).message}`);
      }
    }
  };
}

/** Counts from when the server listens until it closes, once a minute when enough has been sold. */
export function countSalesWhileOpen(app: FastifyInstance, { db, log }: { db: Db; log: Log }): void {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  const count = countAloud({ db, log }, { signal });
  const run = async () => {
    while (!signal.aborted) {
      await count();
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
