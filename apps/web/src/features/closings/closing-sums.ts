import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { sumOf } from '../../api/answers/amounts.ts';

const total = (amounts: readonly unknown[]) =>
  amounts.reduce((sum: number, amount) => sum + Math.round(sumOf(amount) * 100), 0) / 100;

/** The total of the closings, and what their sales add up to now where that is another sum. */
export function totalsOf(closings: readonly ListedClosing[]) {
  const closed = total(closings.map(({ total_final }) => total_final));
  // A server that knows no present sums says nothing about them.
  const now = total(closings.map(({ current_total, total_final }) => current_total ?? total_final));
  return { closed: formatReais(closed), now: now === closed ? undefined : formatReais(now) };
}

/**
 * The foot of a list with counted boxes; undefined for one without. Money that is missing of one method and
 * left over of another counts as both: a payment under the wrong method is to be seen.
 */
export function sumsOf(closings: readonly ListedClosing[]) {
  const differences = closings.flatMap(({ box }) =>
    (box?.counts ?? []).map(({ difference }) => difference),
  );
  if (differences.length === 0) return undefined;
  const missing = total(differences.filter((difference) => difference < 0));
  const over = total(differences.filter((difference) => difference > 0));
  return {
    missing: formatReais(-missing),
    over: formatReais(over),
  };
}
