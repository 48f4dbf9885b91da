import type { Sale } from '@balcao/contract/sales.ts';
import type { Db } from '../../database/connection.ts';
import { saleRecord } from './sale-record.ts';
import { loadSale } from './sales.repository.ts';

/** The whole record of a sale, of a deleted one too. */
export async function readSale(db: Db, id: number): Promise<Sale | undefined> {
  const sale = await loadSale(db, id);
  return sale && saleRecord(sale);
}
