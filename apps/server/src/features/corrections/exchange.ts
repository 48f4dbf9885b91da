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
import { checkedSale } from '../sales/checked-sale.ts';
import { writeSale } from '../sales/record-sale.ts';
import { saleStatements } from '../sales/sale-batches.ts';
import { saleCommand } from '../sales/sale-command.ts';
import { wholeSale } from '../sales/sales.service.ts';
import { checkedLines, returnedItems } from './checked-correction.ts';
import { correctionRecord } from './correction-record.ts';
import {
  approverOf,
  type CorrectionRequest,
  correctOnce,
  writeCorrection,
} from './record-correction.ts';

type Exchange = AnswerOf<typeof correctionEndpoints.createExchange>;

/**
 * Records what came back and the new sale in one transaction and under one key. The worth of what came back pays
 * the new sale, and the rest is given back. Throws as the contract says.
 */
export async function createExchange(
  db: Db,
  asked: CorrectionRequest<NewExchange>,
): Promise<Exchange & { replayed: boolean }> {
  const request = { ...asked, kind: 'exchange' } as const;
  const { actor, body, idempotencyKey } = request;
  const { answer, replayed } = await correctOnce(db, request, async (tx, old, columns) => {
    const { items, worth } = returnedItems(old, body);

    const statements = saleStatements(asPool(tx));
    const people = { client: old.client.id, student: old.student?.id ?? null };
    const bought = await inSale(async () => {
      const command = saleCommand({ ...body.sale, ...people }, actor.id, idempotencyKey);
      return checkedSale(command, await statements.references(command), actor, worth);
    });

    const credit = exchangeCredit(worth, bought.totalGeneral);
    const givenBack = await checkedLines(tx, body.payments, subtractCents(worth, credit));
    const credited = { methodId: null, method: EXCHANGE_CREDIT, amount: credit };
    const payments = refundPayments(credit > 0 ? [credited, ...givenBack] : givenBack);
    const approver = await approverOf(tx, request, old);

    // Takes a number, which a refusal before it would burn.
    const { idempotency_key: ownKey, request_hash: requestHash } = columns;
    const row = { ...bought, idempotencyKey: ownKey, requestHash };
    const inserted = await inSale(() => writeSale({ db: tx, statements }, row));
    if (!inserted) throw new Refusal('key_reused');
    const exchangeSaleId = inserted.id;
    const checked = { approver, items, total: worth, payments, exchangeSaleId };
    return writeCorrection(tx, request, columns, checked);
  });
  const sale = (await wholeSale(db, answer.exchangeSaleId as number)) as Sale;
  return { correction: correctionRecord(answer), sale, replayed };
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
