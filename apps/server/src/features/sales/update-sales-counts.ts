import type { FastifyInstance } from 'fastify';
import {
  type CatchingUp,
  catchingUp,
  catchUpWhileOpen,
  type Log,
  writersHaveEnded,
} from '../../database/catching-up.ts';
import type { Db } from '../../database/connection.ts';
import { addToCounts, lockCounts, readCountsProgress } from './sales-counts.repository.ts';

/** A list counts fewer sales than this in less than a millisecond. */
const WORTHWHILE = 500;
/** This many uncounted sales make lists slow. */
const TOO_MANY = 50_000;

type UpdateOptions = { atLeast?: number; tooMany?: number; signal?: AbortSignal };

/**
 * Adds new sales to the counts that lists read, up to the newest id, after every transaction that was
 * writing sales at that moment has ended. Only deletions wait for it, some milliseconds. Returns the number
 * of sales left uncounted because a sale took too long or another server was counting.
 */
export async function updateSalesCounts(
  db: Db,
  { atLeast = 1, signal }: Omit<UpdateOptions, 'tooMany'> = {},
): Promise<number> {
  const { lastCounted, newest } = await readCountsProgress(db);
  const left = newest - lastCounted;
  if (left < atLeast) return 0;
  if (!(await writersHaveEnded(db, 'sales', signal))) return left;
  return db.transaction().execute(async (tx) => {
    const after = await lockCounts(tx);
    if (after === undefined) return left;
    if (after < newest) await addToCounts(tx, { after, upTo: newest });
    return 0;
  });
}

const counting = ({
  atLeast = WORTHWHILE,
  tooMany = TOO_MANY,
}: UpdateOptions = {}): CatchingUp => ({
  update: (db, signal) => updateSalesCounts(db, { atLeast, ...(signal && { signal }) }),
  tooMany,
  trouble: 'As vendas novas não foram contadas e as listas ficam lentas',
});

/** For tests. */
export const countsUpdater = (stores: { db: Db; log: Log }, options: UpdateOptions) =>
  catchingUp(stores, counting(options), options.signal);

/** Updates the counts once a minute from when the server listens until it closes. */
export function updateSalesCountsWhileOpen(
  app: FastifyInstance,
  stores: { db: Db; log: Log },
): void {
  catchUpWhileOpen(app, stores, counting());
}
