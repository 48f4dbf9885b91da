import DataLoader from 'dataloader';
import type { Connection } from '../../database/connection.ts';
import { isUnavailable } from '../../database/unavailable.ts';
import {
  type BrokenRule,
  type InsertedSale,
  insertSales,
  type SaleToInsert,
} from './insert-sales.repository.ts';
import type { SaleCommand } from './sale-command.ts';
import { readSaleReferences, type SaleReferences } from './sale-references.repository.ts';

export type { SaleReferences } from './sale-references.repository.ts';

/** The two statements of a sale. */
export type SaleStatements = {
  /** The data that the sale is checked against; it may hold more than this sale needs. */
  references(sale: SaleCommand): Promise<SaleReferences>;
  /** Writes the sale if it keeps the rules. Throws the database's errors. */
  insert(sale: SaleToInsert): Promise<InsertedSale | BrokenRule>;
};

/** In a transaction, for one sale. */
export function saleStatements(pool: Pick<Connection['pool'], 'query'>): SaleStatements {
  return {
    references: (sale) => readSaleReferences(pool, [sale]),
    insert: async (sale) => (await insertSales(pool, [sale]))[0] as InsertedSale | BrokenRule,
  };
}

/** Smaller batches save less. Larger ones save little more and keep fewer PostgreSQL processes busy. */
const MAX_BATCH_SIZE = 8;

/**
 * The statements of sales that arrive in the same turn of the event loop, which share them. `log` gets the
 * reason when a batch is split.
 */
export function openSaleBatches(
  pool: Connection['pool'],
  log: { warn(details: { err: unknown }, message: string): void },
): SaleStatements {
  function batched<Sale, Result>(run: (sales: readonly Sale[]) => Promise<readonly Result[]>) {
    const runAlone = async (sale: Sale) => (await run([sale]))[0] as Result;
    const loader = new DataLoader<Sale, Result | Promise<Result>>(
      async (sales) => {
        try {
          return await run(sales);
        } catch (error) {
          if (sales.length === 1 || isUnavailable(error)) throw error;
          // One sale may be the cause. Both statements are safe to repeat, so each sale gets its own.
          log.warn({ err: error }, 'a batch of sales failed; each sale is sent alone');
          return sales.map(runAlone);
        }
      },
      { cache: false, maxBatchSize: MAX_BATCH_SIZE, batchScheduleFn: setImmediate },
    );
    return async (sale: Sale) => loader.load(sale);
  }

  return {
    references: batched(async (sales) => {
      const found = await readSaleReferences(pool, sales);
      return sales.map(() => found);
    }),
    insert: batched((sales) => insertSales(pool, sales)),
  };
}
