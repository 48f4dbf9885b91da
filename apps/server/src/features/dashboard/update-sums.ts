import type { FastifyInstance } from 'fastify';
import { catchUpWhileOpen, type Log } from '../../database/catching-up.ts';
import type { Db } from '../../database/connection.ts';
import { writersHaveEnded } from '../../database/writing-transactions.ts';
import { addToSums, type LastIds, lockSums, readSumsProgress } from './sums.repository.ts';

/**
 * The dashboard adds up fewer than these in some milliseconds. Many at once change few rows each: adding
 * them one by one would cost more than the sales themselves.
 */
const WORTHWHILE = 2_000;
/** This many make it slow. */
const TOO_MANY = 50_000;
/** How many sales and corrections one transaction adds; deletions wait for it. */
const AT_ONCE = 20_000;

/**
 * Adds new sales and corrections to the sums that the dashboard reads, in the way of the counts of sales.
 * Returns how many are left because one took too long to write or another server was at it.
 */
export async function updateSums(
  db: Db,
  { atLeast = 1, signal }: { atLeast?: number; signal?: AbortSignal } = {},
): Promise<number> {
  const { summed, newest } = await readSumsProgress(db);
  if (leftOf(summed, newest) < atLeast) return 0;
  for (const table of ['sales', 'corrections'] as const) {
    if (!(await writersHaveEnded(db, table, signal))) return leftOf(summed, newest);
  }
  let left = leftOf(summed, newest);
  while (left > 0 && !signal?.aborted) {
    const reached = await addSome(db, newest);
    if (!reached) return left;
    left = leftOf(reached, newest);
  }
  return left;
}

/** Returns the last ids in the sums; undefined when another server is at it. */
function addSome(db: Db, newest: LastIds): Promise<LastIds | undefined> {
  return db.transaction().execute(async (tx) => {
    const after = await lockSums(tx);
    if (!after) return undefined;
    // Another server may have gone further.
    const reach = (kind: keyof LastIds) =>
      Math.max(after[kind], Math.min(newest[kind], after[kind] + AT_ONCE));
    const upTo = { sale: reach('sale'), correction: reach('correction') };
    if (leftOf(after, upTo) > 0) await addToSums(tx, after, upTo);
    return upTo;
  });
}

const leftOf = (reached: LastIds, newest: LastIds) =>
  Math.max(0, newest.sale - reached.sale) + Math.max(0, newest.correction - reached.correction);

/** Updates the sums once a minute from when the server listens until it closes. */
export function updateSumsWhileOpen(app: FastifyInstance, stores: { db: Db; log: Log }): void {
  catchUpWhileOpen(app, stores, {
    update: (db, signal) => updateSums(db, { atLeast: WORTHWHILE, ...(signal && { signal }) }),
    tooMany: TOO_MANY,
    trouble: 'As vendas novas não foram somadas e o painel fica lento',
  });
}
