import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import type { Db } from '../../database/connection.ts';
import { findDeletedSale } from '../sales/deleted-sales.ts';
import { peopleOfSale } from './corrections.repository.ts';
import { saleToCorrect } from './sale-to-correct-record.ts';

/** A deleted sale as it was, for administrators; undefined for every other number. */
export async function readDeletedSale(db: Db, id: number): Promise<SaleToCorrect | undefined> {
  const found = await findDeletedSale(db, id);
  if (!found) return undefined;
  const { sale, at, by, reason } = found;
  const people = await peopleOfSale(db, id);
  return {
    ...(await saleToCorrect(db, sale)),
    ...(people && { people }),
    deleted: { at: at.toISOString(), by, reason },
  };
}
