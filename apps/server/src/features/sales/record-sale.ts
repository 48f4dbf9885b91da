import type { Sale } from '@balcao/contract/sales.ts';
import type { Db } from '../../database/connection.ts';
import { awaitReplication, violates } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import type { SaleBatches } from './sale-batches.ts';
import { requestHash, type SaleCommand } from './sale-command.ts';
import { saleFigures } from './sale-figures.ts';
import { saleRecord } from './sale-record.ts';
import { findSaleByKey } from './sales.repository.ts';

export type SaleStores = { db: Db; batches: SaleBatches };
export type Seller = Pick<SignedIn, 'id' | 'name' | 'admin'>;

/** `replayed`: the key already had a sale. */
export type RecordedSale = { sale: Sale; replayed: boolean };

/** One attempt to record a sale. Throws as createSale does, and the database's errors. */
export async function recordSale(
  stores: SaleStores,
  command: SaleCommand,
  idempotencyKey: string,
  seller: Seller,
): Promise<RecordedSale> {
  const hash = requestHash(command);
  const references = await stores.batches.references({ command, idempotencyKey });
  // A replay returns the recorded sale even when today's products would no longer allow it.
  if (references.takenKeys.has(idempotencyKey)) return replay(stores, idempotencyKey, hash);

  if (!seller.admin) refuseDiscounts(command);
  const client = references.clients.get(command.clientId);
  if (!client) throw new Refusal('unknown_client', { field: 'body/client' });
  const student = command.studentId === null ? null : references.students.get(command.studentId);
  if (student === undefined) throw new Refusal('unknown_student', { field: 'body/student' });
  const sale = {
    ...saleFigures(command, references),
    generalDiscount: command.generalDiscount,
    seller: { id: seller.id, name: seller.name },
    client,
    student,
  };
  const row = { ...sale, idempotencyKey, requestHash: hash };
  const inserted = await stores.batches.insert(row).catch((error) => {
    throw violates(error, 'order_is_not_taken') ? new Refusal('parked_sale_taken') : error;
  });
  // A concurrent request with the same key was faster. Only the unique key decides this.
  if (!inserted) return replay(stores, idempotencyKey, hash);
  return { sale: saleRecord({ ...sale, ...inserted }), replayed: false };
}

/** The counter has no discount field, so a seller's request with a discount did not come from it. */
function refuseDiscounts({ items, generalDiscount }: SaleCommand): void {
  const index = items.findIndex(({ discountPercent }) => discountPercent > 0);
  if (index >= 0) {
    throw new Refusal('discount_not_allowed', { field: `body/products/${index}/desc_percent` });
  }
  if (generalDiscount > 0) {
    throw new Refusal('discount_not_allowed', { field: 'body/desc_general' });
  }
}

/** Throws sale_deleted when the key's sale has been deleted, and key_reused for a different request. */
async function replay({ db }: SaleStores, key: string, hash: Buffer): Promise<RecordedSale> {
  const first = await findSaleByKey(db, key);
  if (!first) throw new Error(`The key ${key} is taken and has no sale`);
  // The sale, or its deletion, may not be replicated yet. After sale_deleted the counter takes a new key.
  await awaitReplication(db);
  if (first.deleted) throw new Refusal('sale_deleted');
  if (!first.requestHash.equals(hash)) throw new Refusal('key_reused');
  return { sale: saleRecord(first), replayed: true };
}
