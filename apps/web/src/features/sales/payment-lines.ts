import type { Sale } from '@balcao/contract/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/net-payments.ts';

const PLACES = [1, 2, 3, 4, 5] as const;

/** The payments of a sale as paid, without the empty and zero ones. */
export function paymentLines(sale: Sale): PaymentLine[] {
  return PLACES.flatMap((place) => {
    const method = sale[`payment_desc${place}`];
    const amount = sale[`payment_method${place}`];
    return method && amount ? [{ method, amount: centsFromReais(amount) }] : [];
  });
}
