import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { nearlyHolds } from './near-word.ts';

export type Named = { readonly id: number; readonly code: string; readonly name: string };

/** A product with its search keys folded. */
export type Entry<P extends Named> = {
  readonly product: P;
  readonly code: string;
  readonly name: string;
};

/**
 * Order: products that start with the text, those whose words start with the searched ones, the others. Of each,
 * those that hold more of the searched words whole come first: Enter after "camiseta p" must not take PP. Names
 * with one wrong letter in a word come last.
 */
export function searchProducts<P extends Named>(
  entries: readonly Entry<P>[],
  field: 'code' | 'name',
  typed: string,
): P[] {
  const text = foldText(typed);
  const words = searchWords(typed);
  const rankOf = (held: string): number | undefined => {
    if (held.startsWith(text)) return 0;
    if (words.every((word) => held.startsWith(word) || held.includes(` ${word}`))) return 1;
    if (holdsWords(held, words)) return 2;
    return field === 'name' && words.every((word) => nearlyHolds(held, word)) ? 3 : undefined;
  };
  const found = entries.flatMap((entry) => {
    const held = entry[field];
    const rank = rankOf(held);
    if (rank === undefined) return [];
    const whole = words.filter((word) => ` ${held} `.includes(` ${word} `)).length;
    return [{ product: entry.product, rank, whole }];
  });
  return found
    .sort((one, other) => one.rank - other.rank || other.whole - one.whole)
    .map(({ product }) => product);
}
