import { type Cents, cents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { PAYMENT_LINES } from '@balcao/domain/sale-total.ts';

/** One of the five rows. No amount (null) is not the same as R$ 0,00, which was typed. */
export type PaymentRow = { readonly method: string | null; readonly amount: Cents | null };

const EMPTY_ROW: PaymentRow = { method: null, amount: null };
export const NO_PAYMENTS: readonly PaymentRow[] = Array.from(
  { length: PAYMENT_LINES },
  () => EMPTY_ROW,
);

/** Choosing another method keeps the amount; choosing none clears it. */
export function withMethod(
  rows: readonly PaymentRow[],
  index: number,
  method: string | null,
): readonly PaymentRow[] {
  const amount = method === null ? null : (rows[index]?.amount ?? null);
  return rows.with(index, { method, amount });
}

/** An amount without a method cannot be: the field is disabled, and so is this. */
export function withAmount(
  rows: readonly PaymentRow[],
  index: number,
  amount: Cents | null,
): readonly PaymentRow[] {
  const row = rows[index];
  return row?.method ? rows.with(index, { ...row, amount }) : rows;
}

export function amountsOf(rows: readonly PaymentRow[]): Cents[] {
  return rows.map((row) => row.amount ?? ZERO);
}

/** What the other rows leave to be paid. */
export function missingIn(rows: readonly PaymentRow[], index: number, totalGeneral: Cents): Cents {
  const others = sumCents(amountsOf(rows.toSpliced(index, 1)));
  return cents(Math.max(0, totalGeneral - others));
}

/** The row that would take what is missing: the first with a method and no amount. */
export function rowToComplete(rows: readonly PaymentRow[]): number | undefined {
  const index = rows.findIndex((row) => row.method !== null && row.amount === null);
  return index < 0 ? undefined : index;
}
