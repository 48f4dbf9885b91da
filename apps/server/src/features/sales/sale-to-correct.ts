import { exchangeCredit } from '@balcao/domain/correction-payments.ts';
import type { Cents } from '@balcao/domain/money.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { asPool } from '../../database/transaction.ts';
import { insertSales } from './insert-sales.repository.ts';
import { checkedSale, type Seller, saleRefusal } from './record-sale.ts';
import type { SaleCommand } from './sale-command.ts';
import type { StoredSale } from './sale-record.ts';
import { readSaleReferences } from './sale-references.repository.ts';
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
 * Checks the new sale of an exchange in the transaction of the exchange. Returns the credit that pays for it, and
 * what writes it and returns its id: undefined when another sale has the key. Both throw as createSale does.
 */
export async function checkedExchangeSale(
  tx: Tx,
  exchange: {
    command: SaleCommand;
    idempotencyKey: string;
    requestHash: Buffer;
    seller: Seller;
    /** Of what came back. */
    worth: Cents;
    /** Default: now. Sample shops exchange in the past. */
    createdAt?: Date | undefined;
  },
): Promise<{ credit: Cents; insert: () => Promise<number | undefined> }> {
  const { command, seller, worth, idempotencyKey, requestHash, createdAt } = exchange;
  const pool = asPool(tx);
  const references = await readSaleReferences(pool, [{ command, idempotencyKey }]);
  const sale = checkedSale(command, references, seller, worth);
  const row = { ...sale, idempotencyKey, requestHash, ...(createdAt && { createdAt }) };
  const insert = async () => {
    const [inserted] = await insertSales(pool, [row]).catch((error) => {
      throw saleRefusal(error);
    });
    return inserted?.id;
  };
  return { credit: exchangeCredit(worth, sale.totalGeneral), insert };
}
