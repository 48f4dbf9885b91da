import type { BoxOfClosing, ListedClosing } from '@balcao/contract/closings.ts';
import { formatReais } from '@balcao/domain/money.ts';

const sumOf = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** What is missing (below zero) or left over in all that was counted. */
export const differenceOf = ({ counts }: Pick<BoxOfClosing, 'counts'>) =>
  sumOf(counts.map(({ difference }) => difference));

/** The foot of a list with counted boxes; undefined for one without. */
export function sumsOf(closings: readonly ListedClosing[]) {
  const differences = closings.flatMap(({ box }) => (box ? [differenceOf(box)] : []));
  if (differences.length === 0) return undefined;
  const missing = sumOf(differences.filter((difference) => difference < 0));
  const over = sumOf(differences.filter((difference) => difference > 0));
  return {
    total: formatReais(sumOf(closings.map(({ total_final }) => total_final))),
    missing: formatReais(-missing),
    over: formatReais(over),
  };
}
