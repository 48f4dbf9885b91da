import {
  type Cents,
  formatCents,
  reaisFromCents,
  subtractCents,
  sumCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { sumByMethod } from '@balcao/domain/net-payments.ts';
import { PAYMENT_LINE_NUMBERS, type PaymentLine } from '@balcao/domain/payment-lines.ts';

/** A method and its amount while they are typed; '' is no method yet. */
export type MoneyRow = { readonly method: string; readonly amount: Cents | null };

export const MOST_ROWS = PAYMENT_LINE_NUMBERS.length;

/** The rows of these lines. A method that the shop no longer has is left to be chosen. */
export function rowsOf(lines: readonly PaymentLine[], methods: readonly string[]): MoneyRow[] {
  const rows = lines.map(({ method, amount }) => ({
    method: methods.includes(method) ? method : '',
    amount,
  }));
  return rows.length > 0 ? rows : [{ method: '', amount: null }];
}

/** Below zero: what they are above it. */
export const missingOf = (rows: readonly MoneyRow[], total: Cents): Cents =>
  subtractCents(total, sumCents(rows.map(({ amount }) => amount ?? ZERO)));

/** Why the rows are not yet the total; undefined when they are. */
export function rowsProblem(rows: readonly MoneyRow[], total: Cents): string | undefined {
  if (rows.some(({ method, amount }) => amount !== null && amount > 0 && method === '')) {
    return 'Escolha a forma de pagamento.';
  }
  const missing = missingOf(rows, total);
  if (missing === ZERO) return undefined;
  return missing > 0
    ? `Faltam ${formatCents(missing)} para ${formatCents(total)}.`
    : `Passam ${formatCents(subtractCents(ZERO, missing))} de ${formatCents(total)}.`;
}

/** One line of each method. */
export const inCents = (rows: readonly MoneyRow[]): PaymentLine[] =>
  sumByMethod(rows.map(({ method, amount }) => ({ method, amount: amount ?? ZERO })));

/** The lines as the server takes them. */
export function linesOf(rows: readonly MoneyRow[]): { method: string; amount: number }[] {
  return inCents(rows).map(({ method, amount }) => ({
    method,
    amount: reaisFromCents(amount),
  }));
}
