import { randomUUID } from 'node:crypto';
import { reaisFromCents } from '@balcao/domain/money.ts';
import type { Tx } from '../database/connection.ts';
import { correctPayments, createRefund } from '../features/corrections/corrections.service.ts';
import { createExchange } from '../features/corrections/exchange.ts';
import type { StoredSale } from '../features/sales/sale-record.ts';
import { anApproval } from '../testing/builders.ts';
import { anExchangeBody, aRefundBody, dateCorrection } from '../testing/corrections.ts';
import type { SampleCorrection } from './history.ts';

/** Puts a sale right as its seller would, with the administrator's approval, then moves that to its moment. */
export async function putRight(
  db: Tx,
  { kind, at }: SampleCorrection,
  sale: StoredSale,
  administrator: { id: number },
): Promise<void> {
  const refund = aRefundBody(sale);
  const approved = async <B extends object>(body: B) => {
    const asked = { action: kind, subject: sale.id, body, approver: administrator };
    return { ...body, approval: await anApproval(db, sale.seller, asked) };
  };
  const actor = { ...sale.seller, admin: false };
  const request = { actor, saleId: sale.id, idempotencyKey: randomUUID() };
  if (kind === 'refund') {
    const made = await createRefund(db, { ...request, body: await approved(refund) });
    await dateCorrection(db, made, at);
  } else if (kind === 'exchange') {
    const [first] = sale.items;
    if (!first) throw new Error(`Sale ${sale.id} has no items`);
    // For the same in another piece, so that nothing is left to pay.
    const method = { id: 0, name: 'Dinheiro' };
    const body = anExchangeBody(sale, { items: [{ product: first.product }], method });
    const reason = 'Veio com defeito';
    const made = await createExchange(db, {
      ...request,
      body: await approved({ ...body, reason }),
    });
    await dateCorrection(db, made.correction, at);
  } else {
    const method = sale.payments[0]?.method === 'Pix' ? 'Dinheiro' : 'Pix';
    const payments = [{ method, amount: reaisFromCents(sale.totalGeneral) }];
    const body = await approved({ reason: 'Lançado com a forma errada', payments });
    await dateCorrection(db, await correctPayments(db, { ...request, body }), at);
  }
}
