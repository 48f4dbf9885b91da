import type { SaleToCorrect } from '@balcao/contract/corrections.ts';
import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import {
  type Cents,
  cents,
  centsFromReais,
  centsOfSum,
  subtractCents,
  sumCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { sumByMethod } from '@balcao/domain/net-payments.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { refundWorth } from '@balcao/domain/refund-worth.ts';

export type SoldItem = SaleToCorrect['items'][number];

/** Units of one line that come back, as the server takes them. */
export type ReturnedUnits = { readonly line: number; readonly quantity: number };

/** How many units of each line come back. */
export type Units = Readonly<Record<number, number>>;

export const leftOf = ({ quantity, returned }: SoldItem) => quantity - returned;

/** No line above what is left of it, which another window may have changed. */
export function withinLeft(items: readonly SoldItem[], units: Units): Units {
  return Object.fromEntries(
    items.map((item) => [item.line, Math.min(units[item.line] ?? 0, leftOf(item))]),
  );
}

export function everythingLeft(items: readonly SoldItem[]): Units {
  return Object.fromEntries(items.map((item) => [item.line, leftOf(item)]));
}

export function worthOfItem(item: SoldItem, units: number): Cents {
  const { quantity, returned, total } = item;
  return refundWorth({ netTotal: centsFromReais(total), quantity, before: returned, units });
}

export function worthOfUnits(items: readonly SoldItem[], units: Units): Cents {
  return sumCents(items.map((item) => worthOfItem(item, units[item.line] ?? 0)));
}

export function unitsByLine(units: Units): ReturnedUnits[] {
  return Object.entries(units)
    .map(([line, quantity]) => ({ line: Number(line), quantity }))
    .filter(({ quantity }) => quantity > 0);
}

/** For an administrator who approves it: '2 × Camiseta' for each line. */
export function unitWords(sold: readonly SoldItem[], items: readonly ReturnedUnits[]): string[] {
  return items.map(({ line, quantity }) => {
    const item = sold.find((one) => one.line === line);
    return `${quantity} × ${item?.product_info.name ?? `item ${line}`}`;
  });
}

/** A sum of a correction is below zero where money leaves the cash box. */
const asLines = (payments: readonly { method: string; amount: number }[]): PaymentLine[] =>
  payments.map(({ method, amount }) => ({ method, amount: centsOfSum(amount) }));

/** How the sale is paid now, without the credit of an exchange, which nobody can give back or replace. */
export function correctable({ payments }: SaleToCorrect): PaymentLine[] {
  return asLines(payments).filter(({ method }) => method !== EXCHANGE_CREDIT);
}

/** What of each method has not been given back yet. */
function stillPaid(sale: SaleToCorrect): PaymentLine[] {
  const givenBack = sale.corrections
    .filter(({ kind }) => kind !== 'payments')
    .flatMap(({ payments }) => asLines(payments))
    .filter(({ method }) => method !== EXCHANGE_CREDIT);
  return sumByMethod([...correctable(sale), ...givenBack]).filter(({ amount }) => amount > 0);
}

/** The money goes back the way it came, the first method first; the rest of it by that one too. */
export function givenBackBy(sale: SaleToCorrect, worth: Cents): PaymentLine[] {
  const lines: PaymentLine[] = [];
  let rest = worth;
  for (const { method, amount } of stillPaid(sale)) {
    const part = cents(Math.min(rest, amount));
    if (part > 0) lines.push({ method, amount: part });
    rest = subtractCents(rest, part);
  }
  const [first, ...others] = lines;
  if (rest === ZERO) return lines;
  return [
    { method: first?.method ?? '', amount: sumCents([first?.amount ?? ZERO, rest]) },
    ...others,
  ];
}

/** An exchange whose return is chosen; its new sale is made at the counter. */
export type StartedExchange = {
  readonly sale: SaleToCorrect;
  readonly items: readonly ReturnedUnits[];
  readonly reason: string;
  readonly worth: Cents;
};
