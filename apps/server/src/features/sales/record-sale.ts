import type { Sale } from '@balcao/contract/sales.ts';
import { type Cents, ZERO } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { awaitReplication, refusalOf } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { meet, type PersonMet } from '../met-people/met-people.service.ts';
import type { SaleBatches } from './sale-batches.ts';
import { commandHash, type SaleCommand } from './sale-command.ts';
import { saleFigures } from './sale-figures.ts';
import { saleRecord } from './sale-record.ts';
import { acquaintance, type SaleReferences } from './sale-references.repository.ts';
import { findSaleByKey } from './sales.repository.ts';

export type SaleStores = { db: Db; batches: SaleBatches };
export type Seller = Pick<SignedIn, 'id' | 'name' | 'admin'>;

/** The refusals of the triggers that put a sale or a correction in a box. */
export const BOX_REFUSALS = {
  box_is_open: 'box_not_open',
  box_is_of_today: 'box_left_open',
} as const;

/** `replayed`: the key already had a sale. */
export type RecordedSale = { sale: Sale; replayed: boolean };

/** One attempt to record a sale. Throws as createSale does, and the database's errors. */
export async function recordSale(
  stores: SaleStores,
  command: SaleCommand,
  idempotencyKey: string,
  seller: Seller,
): Promise<RecordedSale> {
  const hash = commandHash(command);
  const references = await stores.batches.references({ command, idempotencyKey });
  // A replay returns the recorded sale even when today's products would no longer allow it.
  if (references.takenKeys.has(idempotencyKey)) return replay(stores, idempotencyKey, hash);

  const sale = checkedSale(command, references, seller);
  await meet(stores.db, seller, strangersIn(sale, references));
  const row = { ...sale, idempotencyKey, requestHash: hash };
  const inserted = await stores.batches.insert(row).catch(async (error) => {
    const refusal = saleRefusal(error);
    // Another request with this key may have been recorded just before the box was closed.
    if (isOfBox(refusal) && (await findSaleByKey(stores.db, idempotencyKey))) return undefined;
    throw refusal;
  });
  // A concurrent request with the same key was faster. Only the unique key decides this.
  if (!inserted) return replay(stores, idempotencyKey, hash);
  return { sale: saleRecord({ ...sale, ...inserted }), replayed: false };
}

/** An id can be counted up, so it counts as meeting its person. Whoever said a CPF is known already. */
function strangersIn(
  { seller, client, student }: ReturnType<typeof checkedSale>,
  { acquainted }: SaleReferences,
): PersonMet[] {
  const people: PersonMet[] = [{ kind: 'client', id: client.id }];
  if (student) people.push({ kind: 'student', id: student.id });
  return people.filter((person) => !acquainted.has(acquaintance(seller.id, person)));
}

/** The refusal of the trigger that the error comes from, or else the error itself. */
export const saleRefusal = (error: unknown) =>
  refusalOf(error, { order_is_not_taken: 'parked_sale_taken', ...BOX_REFUSALS });

const isOfBox = (refusal: unknown) =>
  refusal instanceof Refusal && Object.values<string>(BOX_REFUSALS).includes(refusal.code);

/**
 * The sale as it is stored. `worth` is that of what came back, for the new sale of an exchange. Throws as
 * createSale does.
 */
export function checkedSale(
  command: SaleCommand,
  references: SaleReferences,
  seller: Seller,
  worth: Cents = ZERO,
) {
  if (!seller.admin) refuseDiscounts(command);
  const client = references.clients.get(command.clientId);
  if (!client) throw new Refusal('unknown_client', { field: 'body/client' });
  const student = command.studentId === null ? null : references.students.get(command.studentId);
  if (student === undefined) throw new Refusal('unknown_student', { field: 'body/student' });
  return {
    ...saleFigures(command, references, worth),
    generalDiscount: command.generalDiscount,
    seller: { id: seller.id, name: seller.name },
    client,
    student,
  };
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
