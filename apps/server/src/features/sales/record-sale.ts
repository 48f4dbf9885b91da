import { randomUUID } from 'node:crypto';
import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';
import { mayAcknowledge } from '../../database/once.ts';
import { ReadAgain, withRetries } from '../../database/unavailable.ts';
import { Refusal } from '../../request/refusal.ts';
import { clockBehind } from '../clock/clock.service.ts';
import { meet, type PersonMet } from '../met-people/met-people.service.ts';
import { whoHandedOver } from '../parked-sales/parked-sales.service.ts';
import { checkedSale, type Seller } from './checked-sale.ts';
import type { InsertedSale, SaleToInsert } from './insert-sales.repository.ts';
import type { SaleStatements } from './sale-batches.ts';
import { commandHash, type SaleCommand, saleCommand } from './sale-command.ts';
import { saleRecord } from './sale-record.ts';
import { acquaintance, type SaleReferences } from './sale-references.repository.ts';
import { findSaleByKey } from './sales.repository.ts';

export { keptInAudit } from './insert-sales.repository.ts';
export { findSaleByKey } from './sales.repository.ts';

type SaleStores = { db: Db; statements: SaleStatements };

/** `replayed`: the key already had a sale. */
type RecordedSale = { sale: Sale; replayed: boolean };

/**
 * Records a sale exactly once for its key and returns it; the same request again returns the first sale. Without
 * a key each request is a sale of its own.
 * Throws seller_mismatch, key_reused, sale_deleted, parked_sale_taken, clock_in_closed_month, clock_behind,
 * box_not_open, box_left_open, discount_not_allowed, unknown_client, unknown_student, too_many_people, the refusals
 * of saleFigures, and the database's error when it stays away.
 */
export async function createSale(
  stores: SaleStores,
  { body, seller, key }: { body: NewSale; seller: Seller; key: string | undefined },
): Promise<RecordedSale> {
  if (body.seller !== undefined && body.seller !== seller.id) {
    throw new Refusal('seller_mismatch', { field: 'body/seller' });
  }
  // Our own retries need a key even when the request has none.
  const command = saleCommand(body, seller.id, key ?? randomUUID());
  let attempts = 0;
  const { sale, replayed } = await withRetries(() => {
    attempts++;
    return recordSale(stores, command, seller);
  });
  // If one of our own retries finds the sale, an earlier attempt recorded it.
  return { sale, replayed: replayed && attempts === 1 };
}

/** One attempt to record a sale. Throws as createSale does, ReadAgain, and the database's errors. */
async function recordSale(
  stores: SaleStores,
  command: SaleCommand,
  seller: Seller,
): Promise<RecordedSale> {
  const references = await stores.statements.references(command);
  // A replay returns the recorded sale even when today's products would no longer allow it.
  if (references.takenKeys.has(command.key)) return replay(stores, command);

  const checked = checkedSale(command, references, seller);
  await meet(stores.db, seller, strangersIn(checked, references));
  const sale = { ...checked, idempotencyKey: command.key, requestHash: commandHash(command) };
  const inserted = await writeSale(stores, sale);
  if (!inserted) return replay(stores, command);
  return { sale: saleRecord({ ...sale, ...inserted }), replayed: false };
}

type WrittenSale = InsertedSale & { parkedBy: string | null };

/**
 * Writes a checked sale. Undefined when another sale has its key. Throws parked_sale_taken, clock_in_closed_month,
 * clock_behind, box_not_open, box_left_open, and ReadAgain when its people were merged or anonymised meanwhile.
 */
export async function writeSale(
  { db, statements }: SaleStores,
  { parkedOrder, ...sale }: SaleToInsert & Pick<SaleCommand, 'parkedOrder'>,
): Promise<WrittenSale | undefined> {
  // Asked beside the sale's statements, which most sales then run without it.
  const parkedBy = parkedOrder ? await whoHandedOver(db, parkedOrder, sale.seller.id) : null;
  const result = await statements.insert({ ...sale, parkedBy });
  if ('id' in result) return { ...result, parkedBy };
  const { broken } = result;
  // Another request with the key may have been recorded just before the rule was broken.
  if (broken === 'key_taken' || (await findSaleByKey(db, sale.idempotencyKey))) return undefined;
  if (broken === 'clock_in_closed_month') await refuseClosedMonthNow(db);
  if (broken === 'clock_behind') throw await clockBehind(db);
  throw broken === 'check_again' ? new ReadAgain() : new Refusal(broken);
}

/** An id can be counted up, so it counts as meeting its person. A client who said a CPF is known already. */
export function strangersIn(
  { seller, client, student }: ReturnType<typeof checkedSale>,
  { acquainted }: SaleReferences,
): PersonMet[] {
  const people: PersonMet[] = [{ kind: 'client', id: client.id }];
  if (student) people.push({ kind: 'student', id: student.id });
  return people.filter((person) => !acquainted.has(acquaintance(seller.id, person)));
}

/** Throws sale_deleted when the key's sale has been deleted, and key_reused for a different request. */
async function replay({ db }: SaleStores, command: SaleCommand): Promise<RecordedSale> {
  const first = await findSaleByKey(db, command.key);
  if (!first) throw new Error(`The key ${command.key} is taken and has no sale`);
  const isSame = first.requestHash.equals(commandHash(command));
  await mayAcknowledge(db, isSame && !first.deleted, first.deleted ? 'sale_deleted' : 'key_reused');
  return { sale: saleRecord(first), replayed: true };
}
