/*
 * How search compares texts and how names sort, without extensions that a school would have to install. The
 * database folds texts by fold_text() into generated columns, and a text matches if it contains all words of the
 * search. The browser's lists use the functions below; agreement.test.ts proves that both agree. Names sort by
 * "pt-BR-x-icu", and logins and codes are unique by lower(… "und-x-icu"), so the collation of the database
 * does not matter.
 */

/**
 * Text as search compares it: no accents, no case, single spaces. It removes the same characters as
 * fold_text() in the database; \p{M} would also remove parts of emoji, and \s contains U+FEFF.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/^ | $/g, '');
}

/** The folded words of a search. */
export function searchWords(search: string): string[] {
  return foldText(search).split(' ');
}

/** The rule of every search: the folded text contains all words, in any order. */
export function holdsWords(folded: string, words: readonly string[]): boolean {
  return words.every((word) => folded.includes(word));
}
