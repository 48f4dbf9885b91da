import type { NewKeptSale, RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import { KEPT_REASONS, type KeptReason } from '@balcao/domain/kept-sale.ts';
import { centsFromReais, reaisFromCents } from '@balcao/domain/money.ts';
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
import { commandHash, saleCommand } from '../sales/sale-command.ts';
import { type StoredSale, saleRecord } from '../sales/sale-record.ts';
import { keptReferences } from './kept-references.repository.ts';
import { findKept, insertKept, lockKey } from './kept-sales.repository.ts';
import { type Doubts, isTakenUp, readClock, whenItCounts } from './when-it-counts.ts';

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
  const { command, row } = sent;
  const { answer, replayed } = await once<void, Known, RecordedKeptSale | undefined>(db, {
    lock: (tx) => lockKey(tx, command.key),
    first: async (tx) => {
      const sale = await findSaleByKey(tx, command.key);
      if (sale?.deleted) await mayAcknowledge(tx, false, 'sale_deleted');
      const kept = await findKept(tx, command.key);
      const first = sale?.requestHash ?? kept?.request_hash;
      return first && { requestHash: first, sale, reasons: kept?.reasons ?? [] };
    },
    isSame: (first) => first.requestHash.equals(row.request_hash),
    again: async (_tx, { sale, reasons }) => ({ sale: sale ? saleRecord(sale) : null, reasons }),
    make: (tx) => record(tx, sent),
  });
  // Its transaction keeps the notice to the administrators.
  if (!answer) throw new Refusal('too_many_people');
  return { answer, replayed };
}

/** The sale with what its paper says of each item, and what `kept_sales` keeps of it in any case. */
function sentSale({ sale, paper, ...body }: NewKeptSale, seller: Seller, key: string) {
  if (sale.seller !== undefined && sale.seller !== seller.id) {
    throw new Refusal('seller_mismatch', { field: 'body/sale/seller' });
  }
  const made_at = new Date(body.made_at);
  // A second 60 is a time of RFC 3339 and none of JavaScript.
  if (Number.isNaN(made_at.getTime())) {
    throw new Refusal('invalid_request', { field: 'body/made_at' });
  }
  if (paper.length !== sale.products.length) {
    throw new Refusal('invalid_request', { field: 'body/paper' });
  }
  const command = saleCommand(sale, seller.id, key);
  const items = command.items.map((item, index) => {
    const { price, ...names } = paper[index] as (typeof paper)[number];
    return { ...item, paper: { ...names, unitPrice: centsFromReais(price) } };
  });
  const row = {
    ...{ idempotency_key: command.key, request_hash: commandHash(command), seller_id: seller.id },
    ...{ made_at, device: body.device.toLowerCase(), waiting: body.waiting },
    total_cents: command.claimed.totalGeneral,
  };
  return { seller, command: { ...command, items }, row };
}
type Sent = ReturnType<typeof sentSale>;

/** Undefined when the seller has met too many people. Throws ReadAgain when the key was used or a person changed meanwhile. */
async function record(tx: Tx, sent: Sent): Promise<RecordedKeptSale | undefined> {
  const { seller, command, row } = sent;
  const { made_at, device } = row;
  const statements = saleStatements(asPool(tx));
  const { now, doubts } = await readClock(tx, seller.id, made_at);
  const present = await statements.references(command);
  const { references, changed } = await keptReferences(tx, command, present);
  const checked = await unlessRefused(() => checkedSale(command, references, seller));
  if (!checked) {
    return listAlone(tx, sent, reasonsOf({ ...doubts, ...changed, sums_differ: true }));
  }
  const asked = { sellerId: seller.id, madeAt: made_at, now, doubts };
  const { at, boxId, why } = await whenItCounts(tx, asked);
  const order_taken = await isTakenUp(tx, seller.id, command.key);
  // A client's name would come back, and ids can be counted up; in an hour the sale is sent again.
  const isMet = await unlessRefused(async () => {
    await meet(tx, seller, strangersIn(checked, references));
    return true;
  });
  if (!isMet) return undefined;
  const keyed = { ...checked, idempotencyKey: command.key, requestHash: row.request_hash };
  const kept = { at, boxId, made_at, device };
  const written = await writeSale({ db: tx, statements }, { ...keyed, kept });
  if (!written) throw new ReadAgain();
  const reasons = reasonsOf({ ...doubts, ...changed, ...why, order_taken });
  await insertKept(tx, { ...row, reasons, sale_id: written.id });
  return { sale: saleRecord({ ...keyed, ...written }), reasons };
}

/** The paper alone, without its people. */
async function listAlone(
  tx: Tx,
  { seller, command, row }: Sent,
  reasons: KeptReason[],
): Promise<RecordedKeptSale> {
  const paper = command.items.map(({ quantity, paper: { unitPrice: price_cents, ...names } }) => ({
    ...{ ...names, price_cents, quantity },
  }));
  const subjectId = await insertKept(tx, { ...row, reasons, paper: JSON.stringify(paper) });
  const total_general = reaisFromCents(row.total_cents);
  await recordAudit(tx, seller, 'kept_sale.listed', {
    subjectId,
    after: { ...keptInAudit(row), total_general, items: paper.length, kept_reasons: reasons },
  });
  return { sale: null, reasons };
}

/** As they are read. */
const reasonsOf = (doubts: Doubts) =>
  (Object.keys(KEPT_REASONS) as KeptReason[]).filter((reason) => doubts[reason]);

async function unlessRefused<T>(act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
