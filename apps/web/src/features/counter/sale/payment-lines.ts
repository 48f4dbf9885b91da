import { type Cents, cents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { isCash, netPayments } from '@balcao/domain/net-payments.ts';
import { PAYMENT_LINE_NUMBERS } from '@balcao/domain/payment-lines.ts';

/** One of the five rows. */
export type PaymentRow = {
  readonly method: string | null;
  /** null is an empty field; R$ 0,00 was typed. */
  readonly amount: Cents | null;
  /** The txid of the Pix that the seller has found at the bank. Another amount has to be looked up again. */
  readonly pixFound?: string | null;
};

export const NO_PAYMENT: PaymentRow = { method: null, amount: null };
export const NO_PAYMENTS: readonly PaymentRow[] = PAYMENT_LINE_NUMBERS.map(() => NO_PAYMENT);

type Rows = readonly PaymentRow[];

/** Another method keeps the amount; no method clears it. */
export const withMethod = (rows: Rows, index: number, method: string | null): Rows =>
  rows.with(index, { method, amount: method === null ? null : (rows[index]?.amount ?? null) });

/** A row without a method takes no amount. */
export function withAmount(rows: Rows, index: number, amount: Cents | null): Rows {
  const row = rows[index];
  if (!row?.method || row.amount === amount) return rows;
  return rows.with(index, { method: row.method, amount });
}

export function withPixFound(rows: Rows, index: number, txid: string | null): Rows {
  const row = rows[index];
  return row ? rows.with(index, { ...row, pixFound: txid }) : rows;
}

export function amountsOf(rows: Rows): Cents[] {
  return rows.map((row) => row.amount ?? ZERO);
}

/** The cash row that a note or the exact sum goes to; -1 for none. */
export function cashRow(rows: Rows): number {
  return rows.findLastIndex(({ method }) => method !== null && isCash(method));
}

/**
 * The methods other than cash that part of the change is taken from: somebody has typed too much, or gives
 * cash for a transfer.
 */
export function overpaidMethods(rows: Rows, change: Cents): string[] {
  const lines = rows.flatMap(({ method, amount }) =>
    method && amount ? [{ method, amount }] : [],
  );
  const net = netPayments(lines, change);
  const overpaid = lines.filter(
    ({ method, amount }, index) => !isCash(method) && net[index]?.amount !== amount,
  );
  return [...new Set(overpaid.map(({ method }) => method))];
}

/** The part of the total that is not paid. */
export function missingFrom(totalGeneral: Cents, paid: Cents): Cents {
  return cents(Math.max(0, totalGeneral - paid));
}

/** The part of the total that the other rows do not pay. */
export function missingIn(rows: Rows, index: number, totalGeneral: Cents): Cents {
  return missingFrom(totalGeneral, sumCents(amountsOf(rows.toSpliced(index, 1))));
}
