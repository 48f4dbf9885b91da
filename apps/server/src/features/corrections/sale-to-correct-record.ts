import type { SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { currentPayments } from '@balcao/domain/correction-payments.ts';
import { type Cents, reaisFromCents } from '@balcao/domain/money.ts';
import type { Db } from '../../database/connection.ts';
import { methodAmount, type StoredSale } from '../sales/sale-record.ts';
import { netTotals, returnedOf } from './checked-correction.ts';
import { type CorrectionPayment, correctionRecord, productInfo } from './correction-record.ts';
import { correctionsOfSale } from './corrections.repository.ts';

/** A sale with what is left to put right, without numbers of people. */
export async function saleToCorrect(db: Db, sale: StoredSale): Promise<SaleToCorrect> {
  const nets = netTotals(sale);
  const credit = sale.payments.filter(({ methodId }) => methodId === null);
  return {
    id: sale.id,
    created_at: sale.createdAt.toISOString(),
    seller_name: sale.seller.name,
    client_name: sale.client.name,
    student_name: sale.student?.name ?? null,
    subtotal: reaisFromCents(sale.subtotal),
    total_general: reaisFromCents(sale.totalGeneral),
    valor_pago: reaisFromCents(sale.paid),
    troco: reaisFromCents(sale.change),
    items: sale.items.map(({ quantity, product }, index) => ({
      line: index + 1,
      quantity,
      returned: returnedOf(sale, index + 1),
      total: reaisFromCents(nets[index] as Cents),
      product_info: productInfo(product),
    })),
    payments: [...credit, ...paidNow(sale)].map(methodAmount),
    corrections: (await correctionsOfSale(db, sale.id)).map(correctionRecord),
    exchange_of: sale.corrections?.exchangeOf ?? null,
    ...(sale.lists && { lists: sale.lists }),
    ...(sale.parkedBy && { parked_by: sale.parkedBy }),
  };
}

/** How the sale is paid now, net of change and without the credit of an exchange. */
export function paidNow({ payments, corrections }: StoredSale): CorrectionPayment[] {
  // By its id: a shop may have had a method of the same name.
  const paid = payments
    .filter(({ methodId }) => methodId !== null)
    .map(({ methodId, method, net }) => ({ methodId, method, amount: net }));
  return currentPayments<CorrectionPayment>(paid, corrections?.payments ?? null);
}
