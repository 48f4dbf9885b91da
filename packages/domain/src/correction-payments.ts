import { type Cents, cents, sumCents } from './money.ts';
import { sumByMethod } from './net-payments.ts';
import type { PaymentLine } from './payment-lines.ts';

/** The credit of an exchange, in its sale and in its correction: no payment method of the shop. */
export const EXCHANGE_CREDIT = 'Troca';

const minus = <L extends PaymentLine>(line: L): L => ({ ...line, amount: cents(-line.amount) });

/** The payments that a refund adds to the cash box: everything that goes back, below zero. */
export function refundPayments<L extends PaymentLine>(givenBack: readonly L[]): L[] {
  return givenBack.map(minus);
}

/** The payments that a payment correction adds to the cash box: the old lines below zero, then the new ones. */
export function replacedPayments<L extends PaymentLine>(
  current: readonly L[],
  replacements: readonly L[],
): L[] {
  return [...current.map(minus), ...replacements];
}

/** Whether two lists have the same sum for each method. */
export function paySame(some: readonly PaymentLine[], others: readonly PaymentLine[]): boolean {
  return sumByMethod(replacedPayments<PaymentLine>(some, others)).length === 0;
}

/** The part of a worth that pays the new sale of an exchange. The rest of the worth is given back. */
export function exchangeCredit(worth: Cents, newTotal: Cents): Cents {
  return cents(Math.min(worth, newTotal));
}

/** How a sale is paid now: its net payments without a credit, or the lines that replaced them. */
export function currentPayments<L extends PaymentLine>(
  netPaid: readonly L[],
  replacements: readonly L[] | null,
): L[] {
  return (replacements ?? netPaid).filter((line) => line.amount > 0);
}

/** The total that a payment correction has to add up to. */
export function correctableTotal(current: readonly PaymentLine[]): Cents {
  return sumCents(current.map(({ amount }) => amount));
}
