import { foldText, holdsWords, searchWords } from '@balcao/domain/fold.ts';
import type { SearchResult } from '../../../ui/fields/search-options.tsx';

/**
 * Methods that hold the words, those that start with it first: Enter takes the first one, and "di" is
 * Dinheiro before it is Cartão de crédito.
 */
export function searchMethods(methods: readonly string[], text: string): SearchResult {
  const key = foldText(text);
  const starting = methods.filter((method) => foldText(method).startsWith(key));
  const words = searchWords(text);
  const holding = methods.filter(
    (method) => holdsWords(foldText(method), words) && !starting.includes(method),
  );
  const options = [...starting, ...holding].map((method) => ({ key: method, label: method }));
  return { options, more: 0 };
}
