import { searchWords } from '@balcao/domain/search-text.ts';
import { likePatterns } from '../../database/listing.ts';

/** The list shows "Nº 4987". */
const NUMBER_SIGN = /(?<=^|\s)(?:n[º°.o]|#)\s*(?=\d)/gi;
const isSaleNumber = (digits: string) => /^[1-9]\d{0,8}$/.test(digits);
/** More words find nothing, because each is compared with every name. */
const MOST_WORDS = 20;

/** A word of a search for sales: the LIKE patterns of a name and of a CPF or matrícula, and the number of a sale. */
export type SearchedWord = {
  readonly name: string;
  readonly number: string | null;
  readonly sale: number | null;
};

/**
 * The words of a search, each once; undefined when they are too many. A number may have points. `shortestPart`: so
 * many digits are also looked for within a number; fewer are in so many that they are a whole one.
 */
export function searchedWords(search: string, shortestPart: number): SearchedWord[] | undefined {
  const words = searchWords(search.replace(NUMBER_SIGN, '')).filter((word) => word !== '');
  const each = [...new Set(words)].map((text) => {
    const bare = text.replace(/[.-]/g, '');
    const digits = /^[0-9]+$/.test(bare) ? bare : null;
    return {
      name: likePatterns(text)[0] ?? text,
      number: digits && digits.length >= shortestPart ? `%${digits}%` : digits,
      sale: digits && isSaleNumber(digits) ? Number(digits) : null,
    };
  });
  return each.length > MOST_WORDS ? undefined : each;
}
