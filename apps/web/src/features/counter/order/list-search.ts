import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import { withoutAim } from '@balcao/domain/product/read-codes.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { productsIn } from '../../../ui/counts.ts';
import type { SearchOption } from '../../../ui/fields/search-options.tsx';
import { unusableWords } from '../../material-lists/list-words.ts';
import type { CounterAction } from '../sale/counter-state.ts';

type Lists = { readonly lists: readonly ListedMaterials[] } | undefined;

/** The list with exactly this code. */
export function listOfCode(index: Lists, typed: string): ListedMaterials | undefined {
  const code = foldText(withoutAim(typed));
  return code === '' ? undefined : index?.lists.find((list) => foldText(list.code) === code);
}

const KEY = 'list ';
export const listOfKey = (index: Lists, key: string) =>
  index?.lists.find(({ id }) => key === `${KEY}${id}`);

/** The lists of today whose code, or whose name, holds the words. */
export function listOptions(index: Lists, field: 'code' | 'name', text: string): SearchOption[] {
  const words = searchWords(text);
  if (words.length === 0 || !index) return [];
  return index.lists
    .filter((list) => !unusableWords(list) && holdsWords(foldText(list[field]), words))
    .map(({ id, code, name, items }) => ({
      key: `${KEY}${id}`,
      ...(field === 'code' && { lead: code }),
      label: name,
      detail: `lista · ${productsIn(items.length)}`,
    }));
}

/** Opens a list, or says why it brings nothing today. */
export function listCalled(list: ListedMaterials): CounterAction {
  const why = unusableWords(list);
  return { type: 'list-called', list, ...(why && { problem: `A lista ${list.name} ${why}.` }) };
}
