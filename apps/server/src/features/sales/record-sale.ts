import type { Sale } from '@balcao/contract/sales/sales.ts';
import { type Cents, ZERO } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { mayAcknowledge } from '../../database/once.ts';
import { ReadAgain } from '../../database/unavailable.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { clockBehind } from '../clock/clock.service.ts';
import { meet, type PersonMet } from '../met-people/met-people.service.ts';
import { refuseClosedMonthNow } from '../month-lock/month-lock.service.ts';
import { whoHandedOver } from '../parked-sales/parked-sales.service.ts';
import type { InsertedSale, SaleToInsert } from './insert-sales.repository.ts';
import type { SaleStatements } from './sale-batches.ts';
import { commandHash, type SaleCommand } from './sale-command.ts';
import { saleFigures } from './sale-figures.ts';
import { saleRecord } from './sale-record.ts';
import { acquaintance, type SaleReferences } from './sale-references.repository.ts';
import { findSaleByKey } from './sales.repository.ts';

export type SaleStores = { db: Db; statements: SaleStatements };
export type Seller = Pick<SignedIn, 'id' | 'name' | 'admin'>;

/** `replayed`: the key already had a sale. */
export type RecordedSale = { sale: Sale; replayed: boolean };

/** One attempt to record a sale. Throws as createSale does, ReadAgain, and the database's errors. */
export async function recordSale(
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
function strangersIn(
  { seller, client, student }: ReturnType<typeof checkedSale>,
  { acquainted }: SaleReferences,
): PersonMet[] {
  const people: PersonMet[] = [{ kind: 'client', id: client.id }];
  if (student) people.push({ kind: 'student', id: student.id });
  return people.filter((person) => !acquainted.has(acquaintance(seller.id, person)));
}

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
    lists: knownLists(command, references),
    parkedOrder: command.parkedOrder,
  };
}

/** A list may have been renamed since the order began, so the sale leaves out what no list is called. */
function knownLists({ lists }: SaleCommand, references: SaleReferences): string[] | undefined {
  const known = lists?.filter((list) => references.lists.has(list));
  return known?.length ? known : undefined;
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
async function replay({ db }: SaleStores, command: SaleCommand): Promise<RecordedSale> {
  const first = await findSaleByKey(db, command.key);
  if (!first) throw new Error(`The key ${command.key} is taken and has no sale`);
  const isSame = first.requestHash.equals(commandHash(command));
  await mayAcknowledge(db, isSame && !first.deleted, first.deleted ? 'sale_deleted' : 'key_reused');
  return { sale: saleRecord(first), replayed: true };
}
