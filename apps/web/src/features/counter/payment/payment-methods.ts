import { foldText, holdsWords, searchWords } from '@balcao/domain/fold.ts';
import type { SearchResult } from '../../../ui/fields/search-options.tsx';

/**
 * Methods that hold the words, those that start with the text first: Enter takes the first one, and "di"
 * means Dinheiro rather than Cartão de crédito.
 */
export function searchMethods(methods: readonly string[], text: string): SearchResult {
  const key = foldText(text);
  const words = searchWords(text);
  const found = methods.filter((method) => holdsWords(foldText(method), words));
  const starts = (method: string) => foldText(method).startsWith(key);
  const ranked = [...found.filter(starts), ...found.filter((method) => !starts(method))];
  return { options: ranked.map((method) => ({ key: method, label: method })), more: 0 };
}
