import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import { formatReais } from '@balcao/domain/money.ts';

const sumOf = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/**
 * The foot of a list with counted boxes; undefined for one without. What is missing of one method and left
 * over of another is both: a payment under the wrong method is to be seen.
 */
export function sumsOf(closings: readonly ListedClosing[]) {
  const differences = closings.flatMap(({ box }) =>
    (box?.counts ?? []).map(({ difference }) => difference),
  );
  if (differences.length === 0) return undefined;
  const missing = sumOf(differences.filter((difference) => difference < 0));
  const over = sumOf(differences.filter((difference) => difference > 0));
  return {
    total: formatReais(sumOf(closings.map(({ total_final }) => total_final))),
    missing: formatReais(-missing),
    over: formatReais(over),
  };
}
