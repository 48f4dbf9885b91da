import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../database/connection.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import { writersOf } from '../../database/writers.ts';
import { addToCounts, countedUpTo, takeCounts } from './sales-counts.repository.ts';

/** Fewer than these are counted with the list that asks, in less than a millisecond. */
const WORTHWHILE = 500;
const PAUSE_MS = 60_000;
/** A sale takes milliseconds; what takes longer is left for the next time. */
const WRITERS_MS = 100;
const WAITS = 50;

/**
 * Takes the sales made since the last time into the counts that lists read. Ids are taken in order but
 * committed in any, so it counts up to the newest id only when everybody who was selling at that moment
 * has ended. Nobody waits for it, save a deletion for some milliseconds.
 */
export async function countSales(
  db: Db,
  { atLeast = 1, signal }: { atLeast?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const { counted, newest } = await countedUpTo(db);
  if (newest - counted < atLeast) return;
  let writers = await writersOf(db, 'sales');
  for (let waits = 0; writers.length > 0; waits++) {
    if (waits === WAITS) return;
    await delay(WRITERS_MS, undefined, { ...(signal && { signal }) });
    writers = await writersOf(db, 'sales', writers);
  }
  await db.transaction().execute(async (tx) => {
    const after = await takeCounts(tx);
    if (after === undefined || after >= newest) return;
    await addToCounts(tx, { after, upTo: newest });
  });
}

/** Counts from when the server listens until it closes, once a minute when enough has been sold. */
export function countSalesWhileOpen(
  app: FastifyInstance,
  { db, log }: { db: Db; log: { error(message: string): void } },
): void {
  const closing = new AbortController();
  const { signal } = closing;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (!signal.aborted) {
      await countSales(db, { atLeast: WORTHWHILE, signal }).catch((error: Error) => {
        // Lists stay right without it, and only take longer.
        if (!signal.aborted && !isUnavailable(error)) {
          log.error(`As vendas novas não foram contadas: ${error.message}`);
        }
      });
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
