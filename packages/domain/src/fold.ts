/**
 * Text as search compares it: no accents, no case, single spaces. "Lápis  HB" and "lapis hb" are equal.
 * The database's fold_text() does the same, so that lists and the counter find the same things; hence the
 * marks and the spaces are exactly its own. (JavaScript's \p{M} would take marks out of emoji and of
 * scripts where they are letters, and its \s takes U+FEFF for a space.)
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/^ | $/g, '');
}

/** The words of a search, folded. */
export function searchWords(search: string): string[] {
  return foldText(search).split(' ');
}

/** Every search here: folded text that holds all of the words, anywhere and in any order. */
export function holdsWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}
