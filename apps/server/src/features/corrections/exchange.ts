import type { AnswerOf } from '@balcao/contract/endpoint-types.ts';
import type { correctionEndpoints } from '@balcao/contract/sales/correction-endpoints.ts';
import type { NewExchange } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import {
  EXCHANGE_CREDIT,
  exchangeCredit,
  refundPayments,
} from '@balcao/domain/correction-payments.ts';
import { subtractCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { asPool } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { checkedSale, writeSale } from '../sales/record-sale.ts';
import { saleStatements } from '../sales/sale-batches.ts';
import { saleCommand } from '../sales/sale-command.ts';
import type { StoredSale } from '../sales/sale-record.ts';
import { wholeSale } from '../sales/sales.service.ts';
import { checkedLines, returnedItems } from './checked-parts.ts';
import { type CorrectionPayment, correctionRecord } from './correction-record.ts';
import { type CorrectionRequest, recordCorrection } from './record-correction.ts';

type Exchange = AnswerOf<typeof correctionEndpoints.createExchange>;

/**
 * Records what came back and the new sale in one transaction and under one key. What came back pays the new
 * sale; the rest of its worth is given back. Throws as the contract says.
 */
export async function createExchange(
  db: Db,
  request: CorrectionRequest<NewExchange>,
): Promise<Exchange & { replayed: boolean }> {
  const { actor, body, at } = request;
  const past = at && { createdAt: at };
  const { answer: correction, replayed } = await recordCorrection(
    db,
    'exchange',
    request,
    async (tx, sale, columns) => {
      const { items, worth } = returnedItems(sale, body);
      const stores = { db: tx, statements: saleStatements(asPool(tx)) };
      const bought = await inSale(async () => {
        const command = newSaleOf(sale, request);
        return checkedSale(command, await stores.statements.references(command), actor, worth);
      });
      const credit = exchangeCredit(worth, bought.totalGeneral);
      const givenBack = await checkedLines(tx, body.payments, subtractCents(worth, credit));
      const credited = { methodId: null, method: EXCHANGE_CREDIT, amount: credit };
      const lines: CorrectionPayment[] = credit > 0 ? [credited, ...givenBack] : givenBack;
      const insertSale = async () => {
        const { idempotency_key: idempotencyKey, request_hash: requestHash } = columns;
        const row = { ...bought, idempotencyKey, requestHash, ...past };
        const inserted = await inSale(() => writeSale(stores, row));
        if (!inserted) throw new Refusal('key_reused');
        return inserted.id;
      };
      return { total: worth, items, payments: refundPayments(lines), insertSale };
    },
  );
  const sale = await wholeSale(db, correction.exchangeSaleId as number);
  return { correction: correctionRecord(correction), sale: sale as Sale, replayed };
}

/** Of the client and the student of the old one. */
function newSaleOf(old: StoredSale, request: CorrectionRequest<NewExchange>) {
  const { actor, body, idempotencyKey } = request;
  const people = { client: old.client.id, student: old.student?.id ?? null };
  return saleCommand({ ...body.sale, ...people }, actor.id, idempotencyKey);
}

/** The refusals of a sale name its fields, which are here in `sale`. */
async function inSale<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const inside = (text: string) => text.replace('body/', 'body/sale/');
    const { field, detail, ...context } = error.context;
    throw new Refusal(error.code, {
      ...context,
      ...(field && { field: inside(field) }),
      ...(detail && { detail: inside(detail) }),
    });
  }
}
