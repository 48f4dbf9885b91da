import { type Cents, cents, reaisFromCents, subtractCents, sumCents } from './money.ts';
import { isCash } from './net-payments.ts';
import type { PaymentLine } from './payment-lines.ts';

/** The name of the first line of a count: all the cash of the drawer. */
export const DRAWER = 'Dinheiro';

/** The notes and coins of the real, in centavos. */
export const NOTES_AND_COINS = [
  20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1,
] as readonly number[] as readonly Cents[];

/** The cash that the drawer should hold: float + net cash + supplies − withdrawals. Returns are in the net cash. */
export function expectedCash(box: {
  readonly float: Cents;
  /** Net of change and of what was given back. */
  readonly byMethod: readonly PaymentLine[];
  readonly supplies: Cents;
  readonly withdrawals: Cents;
}): Cents {
  const { float, byMethod, supplies, withdrawals } = box;
  const cash = byMethod.filter(({ method }) => isCash(method)).map(({ amount }) => amount);
  return subtractCents(sumCents([float, ...cash, supplies]), withdrawals);
}

/**
 * Why a seller's withdrawal asks for an administrator, if it does: the drawer did not cover an earlier one, or
 * those of the box pass the limit together. The takings of the box decide nothing, so trying reveals nothing.
 */
export function approvalOfWithdrawal(box: {
  readonly short: boolean;
  /** All that was taken out so far. */
  readonly withdrawn: Cents;
  readonly amount: Cents;
  readonly limit: Cents;
}): 'drawer_was_short' | 'limit' | null {
  const { short, withdrawn, amount, limit } = box;
  if (short) return 'drawer_was_short';
  return sumCents([withdrawn, amount]) > limit ? 'limit' : null;
}

export type CountLine = {
  readonly method: string;
  readonly expected: Cents;
  readonly counted: Cents;
};

/** Counted less expected: below zero when money is missing. */
export function differenceOf({ counted, expected }: CountLine): Cents {
  return subtractCents(counted, expected);
}

/** A line in reais, as responses and the audit have it. */
export function countInReais(line: CountLine) {
  return {
    method: line.method,
    expected: reaisFromCents(line.expected),
    counted: reaisFromCents(line.counted),
    difference: reaisFromCents(differenceOf(line)),
  };
}

/** Whether a line is off by more than the limit, in either direction. */
export function exceedsLimit(lines: readonly CountLine[], limit: Cents): boolean {
  return lines.some((line) => Math.abs(differenceOf(line)) > limit);
}

/** Nobody pays with several notes of two. */
const NOTES = NOTES_AND_COINS.filter((note) => note >= 500);
const LARGEST = Math.max(...NOTES);
/** Two notes that clients hand over together: a smaller one is added only to one of these. */
const FIRST_OF_TWO = 2_000;
const SECOND_OF_TWO = 1_000;
/** Above the largest note it is many notes, of which the smallest is mostly a fifty. */
const FIFTY = 5_000;
const MOST = 3;

/**
 * The sums that a client hands over for what is due, the smallest first: one note that is enough, or two of which
 * neither alone is.
 */
export function cashSums(due: Cents): Cents[] {
  if (due > LARGEST) {
    const first = Math.ceil(due / FIFTY) * FIFTY;
    return [first, first + FIFTY, first + 2 * FIFTY].map(cents);
  }
  const pairs = NOTES.filter((note) => note >= FIRST_OF_TWO && note < due).flatMap((note) =>
    NOTES.filter((other) => other >= SECOND_OF_TWO && other <= note).map((other) => note + other),
  );
  const enough = [...NOTES, ...pairs].filter((sum) => sum >= due);
  const sorted = [...new Set<number>(enough)].sort((one, other) => one - other);
  return sorted.slice(0, MOST).map(cents);
}
