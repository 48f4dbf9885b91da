import { type Cents, cents, sumCents } from './money.ts';
import type { PaymentLine } from './payment-lines.ts';

/** The credit of an exchange, in its sale and in its correction: no payment method of the shop. */
export const EXCHANGE_CREDIT = 'Troca';

const isCredit = ({ method }: PaymentLine) => method === EXCHANGE_CREDIT;
const minus = ({ method, amount }: PaymentLine) => ({ method, amount: cents(-amount) });

/** What a refund adds to the cash box: everything that goes back, below zero. */
export function refundPayments(givenBack: readonly PaymentLine[]): PaymentLine[] {
  return givenBack.map(minus);
}

/** What a correction of payments adds to the cash box: the old lines below zero, then the new ones. */
export function replacedPayments(
  current: readonly PaymentLine[],
  replacements: readonly PaymentLine[],
): PaymentLine[] {
  return [...current.map(minus), ...replacements];
}

/** The part of a worth that pays the new sale of an exchange. The rest of the worth is given back. */
export function exchangeCredit(worth: Cents, newTotal: Cents): Cents {
  return cents(Math.min(worth, newTotal));
}

/** How a sale is paid now, without its credit: its net payments, or the lines that replaced them. */
export function currentPayments(
  netPaid: readonly PaymentLine[],
  replacements: readonly PaymentLine[] | null,
): PaymentLine[] {
  return (replacements ?? netPaid).filter((line) => line.amount > 0 && !isCredit(line));
}

/** What a payment correction has to add up to. */
export function correctableTotal(current: readonly PaymentLine[]): Cents {
  return sumCents(current.map(({ amount }) => amount));
}
