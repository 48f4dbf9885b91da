import { foldText, searchWords } from '@balcao/domain/search-text.ts';

import type { Piece } from './guide.ts';

/** Words that a question has and a chapter need not. */
const FILLERS = new Set('a o as os um uma de da do em no na e que como para meu minha'.split(' '));

/** Fewer letters of a word mean too much. */
const FEWEST = 5;

/** The folded words of a text in one line, each after a space. */
export const wordsOf = (text: string): string =>
  ` ${foldText(text).replace(/[^\p{L}\p{N}]+/gu, ' ')}`;

/** Their words, for the search. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : ` ${textOf(piece.slice(2) as Piece[])} `))
    .join('');
}

/**
 * The sections that have a word beginning like each word of the question, without its last letter: "esqueci" finds
 * "Esqueceu". If there are none, five letters do, as in "impressora" for "imprimir". `words`: a section's, by `wordsOf`.
 */
export function findHelp<S>(
  sections: readonly S[],
  question: string,
  words: (section: S) => string,
): S[] {
  const asked = searchWords(wordsOf(question)).filter((word) => word && !FILLERS.has(word));
  const found = (stem: (word: string) => string) => {
    const stems = asked.map((word) => ` ${stem(word)}`);
    return sections.filter((section) => stems.every((each) => words(section).includes(each)));
  };
  const whole = found((word) => word.slice(0, Math.max(FEWEST, word.length - 1)));
  return whole.length > 0 ? whole : found((word) => word.slice(0, FEWEST));
}
