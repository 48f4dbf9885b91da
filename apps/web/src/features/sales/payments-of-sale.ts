import type { Sale } from '@balcao/contract/sales/sales.ts';
import { type Cents, centsFromReais, centsOfSum, ZERO } from '@balcao/domain/money.ts';
import { PAYMENT_LINE_NUMBERS, type PaymentLine } from '@balcao/domain/payment-lines.ts';

/** How a sale is paid now: as paid, with its change, or as it was corrected, net of change. */
export function currentPaymentsOfSale(sale: Sale): { lines: PaymentLine[]; change: Cents } {
  const corrected = sale.corrections?.payments;
  return corrected
    ? {
        lines: corrected.map(({ method, amount }) => ({ method, amount: centsOfSum(amount) })),
        change: ZERO,
      }
    : { lines: paymentsOfSale(sale), change: centsFromReais(sale.troco) };
}

/** The payments of a sale as paid, without the empty and zero ones. */
export function paymentsOfSale(sale: Sale): PaymentLine[] {
  return PAYMENT_LINE_NUMBERS.flatMap((line) => {
    const method = sale[`payment_desc${line}`];
    const amount = sale[`payment_method${line}`];
    return method && amount ? [{ method, amount: centsFromReais(amount) }] : [];
  });
}
