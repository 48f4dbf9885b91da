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

/** Most of what is to be saved is saved by eight, and the rest leaves work for PostgreSQL's other cores. */
const MOST_TOGETHER = 8;

export function openTill(pool: Connection['pool']): Till {
  return {
    references: together(async (sales) => {
      const found = await readSaleReferences(pool, sales);
      return sales.map(() => found);
    }, MOST_TOGETHER),
    insert: together((sales) => insertSales(pool, sales), MOST_TOGETHER),
  };
}
