import type { Connection } from '../../database/connection.ts';
import { together } from '../../database/together.ts';
import { type InsertedSale, insertSales, type SaleToInsert } from './insert-sales.repository.ts';
import {
  readSaleReferences,
  type SaleInQuestion,
  type SaleReferences,
} from './sale-references.repository.ts';

/** What a sale asks of the database, at most twice; sales that arrive together ask together. */
export type Till = {
  /** What the sale has to be checked against; there may be more than it asked for. */
  references(sale: SaleInQuestion): Promise<SaleReferences>;
  /** Writes the sale; undefined when its key has one already. Throws what the database throws. */
  insert(sale: SaleToInsert): Promise<InsertedSale | undefined>;
};

/** Fewer save less; more save little, and leave less for PostgreSQL's other processes to do meanwhile. */
const MOST_TOGETHER = 8;

/** `log` hears why sales that came together were not dealt with together. */
export function openTill(
  pool: Connection['pool'],
  log: { warn(what: { err: unknown }, words: string): void },
): Till {
  const options = {
    most: MOST_TOGETHER,
    onSplit: (err: unknown) => log.warn({ err }, 'sales are asked about one by one'),
  };
  return {
    references: together(async (sales) => {
      const found = await readSaleReferences(pool, sales);
      return sales.map(() => found);
    }, options),
    insert: together((sales) => insertSales(pool, sales), options),
  };
}
