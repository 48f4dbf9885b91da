import type { Db, Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { findOpenBox } from './open-box.repository.ts';
import type { StoredSale } from './sale-record.ts';
import { loadLiveSale, loadLiveSaleWithCpf, lockSale } from './sales.repository.ts';

/** Undefined when there is no such sale, or it is deleted. */
export const findSaleToCorrect = (db: Db, id: number) => loadLiveSale(db, id);

/** The same, if the CPF is its client's: as it was at the sale, or as it is now. */
export const findSaleWithCpf = loadLiveSaleWithCpf;

/** The same, locked: what is read of its corrections stays true until the end of the transaction. */
export async function lockSaleToCorrect(tx: Tx, id: number): Promise<StoredSale | undefined> {
  await lockSale(tx, id);
  return loadLiveSale(tx, id);
}

/**
 * The box that a correction of this seller goes into, by the rule of sales; null when none is asked for. Throws
 * box_not_open and box_left_open.
 */
export async function openBoxOf(tx: Tx, sellerId: number): Promise<number | null> {
  const { id, broken } = await findOpenBox(tx, sellerId);
  if (broken) throw new Refusal(broken);
  return id;
}
