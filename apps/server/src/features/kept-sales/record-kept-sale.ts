import type { NewKeptSale, RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { KEPT_REASONS, type KeptReason } from '@balcao/domain/kept-sale.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { type Made, mayAcknowledge, once } from '../../database/once.ts';
import { asPool } from '../../database/transaction.ts';
import { ReadAgain } from '../../database/unavailable.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { meet } from '../met-people/met-people.service.ts';
import { checkedSale, type Seller } from '../sales/checked-sale.ts';
import { findSaleByKey, keptInAudit, strangersIn, writeSale } from '../sales/record-sale.ts';
import { saleStatements } from '../sales/sale-batches.ts';
import { commandHash, type SaleCommand, uncheckedCommand } from '../sales/sale-command.ts';
import { type StoredSale, saleRecord } from '../sales/sale-record.ts';
import { keptReferences, type PaperItem } from './kept-references.repository.ts';
import { findKept, insertKept, lockKey } from './kept-sales.repository.ts';
import { doubtsAbout, isTakenUp, readClock, whenItCounts } from './when-it-counts.ts';

/** A kept sale as it was sent. */
type Sent = {
  seller: Seller;
  command: SaleCommand;
  requestHash: Buffer;
  items: PaperItem[];
  madeAt: Date;
  device: string;
  waiting: number;
};

/** Made before under the key, by either call. */
type Known = { requestHash: Buffer; sale: StoredSale | undefined; reasons: KeptReason[] };

/**
 * Records a sale that was made without the server, exactly once for its key, which createSale may have used before:
 * what has changed since does not refuse it. If its figures do not add up, it is on the administrators' list alone.
 * Throws seller_mismatch, key_reused, sale_deleted, too_many_people, clock_in_closed_month, invalid_request, and the
 * database's error when it stays away.
 */
export async function createKeptSale(
  db: Db,
  { body, seller, key }: { body: NewKeptSale; seller: Seller; key: string },
): Promise<Made<RecordedKeptSale>> {
  const sent = sentSale(body, seller, key);
  const { command, requestHash } = sent;
  const { answer, replayed } = await once<void, Known, RecordedKeptSale | undefined>(db, {
    lock: (tx) => lockKey(tx, command.key),
    first: async (tx) => {
      const sale = await findSaleByKey(tx, command.key);
      if (sale?.deleted) await mayAcknowledge(tx, false, 'sale_deleted');
      const kept = await findKept(tx, command.key);
      const first = sale?.requestHash ?? kept?.request_hash;
      return first && { requestHash: first, sale, reasons: kept?.reasons ?? [] };
    },
    isSame: (first) => first.requestHash.equals(requestHash),
    again: async (_tx, { sale, reasons }) => ({ sale: sale ? saleRecord(sale) : null, reasons }),
    make: (tx) => record(tx, sent),
  });
  // Its transaction keeps the notice to the administrators.
  if (!answer) throw new Refusal('too_many_people');
  return { answer, replayed };
}

function sentSale(body: NewKeptSale, seller: Seller, key: string): Sent {
  const { sale, paper, device, waiting } = body;
  if (sale.seller !== undefined && sale.seller !== seller.id) {
    throw new Refusal('seller_mismatch', { field: 'body/sale/seller' });
  }
  const madeAt = new Date(body.made_at);
  // A second 60 is a time of RFC 3339 and none of JavaScript.
  if (Number.isNaN(madeAt.getTime())) {
    throw new Refusal('invalid_request', { field: 'body/made_at' });
  }
  if (paper.length !== sale.products.length) {
    throw new Refusal('invalid_request', { field: 'body/paper' });
  }
  const command = uncheckedCommand(sale, seller.id, key);
  const items = paper.map(({ code, name, price }) => ({
    ...{ code: tidyText(code), name: tidyText(name), price: centsFromReais(price) },
  }));
  const requestHash = commandHash(command);
  return { seller, command, requestHash, items, madeAt, device: device.toLowerCase(), waiting };
}

/** Undefined when the seller has met too many people. Throws ReadAgain when the key was used or a person changed meanwhile. */
async function record(tx: Tx, sent: Sent): Promise<RecordedKeptSale | undefined> {
  const { seller, command, requestHash, items, madeAt, device } = sent;
  const statements = saleStatements(asPool(tx));
  const clock = await readClock(tx, seller.id, madeAt);
  const doubts = doubtsAbout(madeAt, clock);
  const { references, paper, changed } = await keptReferences(tx, statements, { command, items });
  const checked = await unlessRefused(() => checkedSale(command, references, seller, { paper }));
  if (!checked) return listAlone(tx, sent, inOrder([...doubts, ...changed, 'sums_differ']));

  const { now } = clock;
  const place = await whenItCounts(tx, { sellerId: seller.id, madeAt, now, doubts });
  if (await isTakenUp(tx, seller.id, command.key)) changed.push('order_taken');
  // A client's name would come back, and ids can be counted up; in an hour the sale is sent again.
  const isMet = await unlessRefused(async () => {
    await meet(tx, seller, strangersIn(checked, references));
    return true;
  });
  if (!isMet) return undefined;
  const { at, boxId, why } = place;
  const kept = { at, boxId, madeAt, device };
  const sale = { ...checked, idempotencyKey: command.key, requestHash, kept };
  const written = await writeSale({ db: tx, statements }, sale);
  if (!written) throw new ReadAgain();
  const reasons = inOrder([...doubts, ...changed, ...why]);
  await insertKept(tx, { ...columnsOf(sent, reasons), sale_id: written.id, paper: null });
  return { sale: saleRecord({ ...sale, ...written }), reasons };
}

/** The paper alone, without its people. */
async function listAlone(tx: Tx, sent: Sent, reasons: KeptReason[]): Promise<RecordedKeptSale> {
  const { seller, command, items } = sent;
  const paper = items.map(({ price, ...item }, index) => ({
    ...{ ...item, price_cents: price, quantity: command.items[index]?.quantity },
  }));
  const columns = { ...columnsOf(sent, reasons), sale_id: null, paper: JSON.stringify(paper) };
  const subjectId = await insertKept(tx, columns);
  await recordAudit(tx, seller, 'kept_sale.listed', {
    subjectId,
    after: {
      ...keptInAudit(sent),
      total_general: reaisFromCents(command.claimed.totalGeneral),
      items: items.length,
      kept_reasons: reasons,
    },
  });
  return { sale: null, reasons };
}

const columnsOf = (
  { command, requestHash, seller, madeAt, device, waiting }: Sent,
  reasons: KeptReason[],
) => ({
  ...{ idempotency_key: command.key, request_hash: requestHash, seller_id: seller.id },
  ...{ made_at: madeAt, device, waiting, reasons, total_cents: command.claimed.totalGeneral },
});

/** Each once, as they are read. */
const inOrder = (reasons: readonly KeptReason[]) =>
  (Object.keys(KEPT_REASONS) as KeptReason[]).filter((reason) => reasons.includes(reason));

async function unlessRefused<T>(act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
