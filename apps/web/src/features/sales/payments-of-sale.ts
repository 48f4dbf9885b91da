import type { Sale } from '@balcao/contract/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { PAYMENT_LINE_NUMBERS, type PaymentLine } from '@balcao/domain/payment-lines.ts';

/** The payments of a sale as paid, without the empty and zero ones. */
export function paymentsOfSale(sale: Sale): PaymentLine[] {
  return PAYMENT_LINE_NUMBERS.flatMap((line) => {
    const method = sale[`payment_desc${line}`];
    const amount = sale[`payment_method${line}`];
    return method && amount ? [{ method, amount: centsFromReais(amount) }] : [];
  });
}
