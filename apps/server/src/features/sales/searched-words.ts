import { searchWords } from '@balcao/domain/search-text.ts';

/** The list shows "Nº 4987". */
const NUMBER_SIGN = /(?<=^|\s)(?:n[º°.o]|#)\s*(?=\d)/gi;

export type SearchedWord = {
  text: string;
  /** A number without its points: of a sale, a CPF or a matrícula; undefined for a word of a name. */
  digits: string | undefined;
};

/** The words of a search for sales, each once. */
export function searchedWords(search: string): SearchedWord[] {
  const words = searchWords(search.replace(NUMBER_SIGN, '')).filter((word) => word !== '');
  return [...new Set(words)].map((text) => {
    const digits = text.replace(/[.-]/g, '');
    return { text, digits: /^[0-9]+$/.test(digits) ? digits : undefined };
  });
}
