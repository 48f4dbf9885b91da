import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';

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

/** Shorter words are too much like others, and a digit more or less is another size. */
const SHORTEST_WITH_SLIP = 5;

/** Whether a folded text holds this word, or has one that begins like it but for one letter. */
function nearlyHolds(held: string, word: string): boolean {
  if (held.includes(word)) return true;
  if (word.length < SHORTEST_WITH_SLIP || /\d/.test(word)) return false;
  return held.split(' ').some((name) => beginsNearly(name, word));
}

/** Whether a text begins with this word but for one letter: another one, one more, one less, or two that are swapped. */
function beginsNearly(text: string, word: string): boolean {
  let at = 0;
  while (at < word.length && text[at] === word[at]) at++;
  const [held, typed] = [text.slice(at), word.slice(at)];
  return (
    held.slice(1).startsWith(typed.slice(1)) ||
    held.slice(1).startsWith(typed) ||
    held.startsWith(typed.slice(1)) ||
    (held[0] === typed[1] && held[1] === typed[0] && held.slice(2).startsWith(typed.slice(2)))
  );
}
