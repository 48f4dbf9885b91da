import { MOST_LISTS } from '@balcao/contract/fields/list-limits.ts';
import { type CounterState, withDraft } from './counter-state.ts';
import { beyondLimits } from './sale-checks.ts';
import {
  type CounterProduct,
  EMPTY_ENTRY,
  itemsByName,
  lineOf,
  type SaleItem,
  type SortDirection,
  withItem,
} from './sale-item.ts';

/** The state with one more item, if the list may be sold so; the entry fields are empty then. */
export function addItem(
  state: CounterState,
  product: CounterProduct,
  quantity: number,
): CounterState {
  const items = withItem(state.draft.items, product, quantity);
  const entryProblem = beyondLimits(items) ?? null;
  if (entryProblem) return { ...state, entryProblem };
  const added = withNewest(withItems(state, items, state.sort), product.id);
  return { ...added, entry: EMPTY_ENTRY, entryProblem: null };
}

/** The state with all items of a list of material, if the order may be sold so; the sale remembers its name. */
export function withLines(
  state: CounterState,
  list: string | undefined,
  lines: readonly SaleItem[],
): CounterState {
  const newest = lines.at(-1);
  if (list === undefined || !newest) return state;
  const { draft, sort } = state;
  const items = lines.reduce<readonly SaleItem[]>(
    (all, { product, quantity }) => withItem(all, product, quantity),
    draft.items,
  );
  const entryProblem = beyondLimits(items) ?? null;
  if (entryProblem) return { ...state, entryProblem };
  const added = withNewest(withItems(state, items, sort), newest.product.id);
  const lists = [...new Set([...(draft.lists ?? []), list])].slice(-MOST_LISTS);
  return { ...added, draft: { ...added.draft, lists }, entryProblem };
}

/** The line with another quantity, if the list may be sold so. */
export function withQuantity(
  state: CounterState,
  productId: number,
  quantity: number,
): CounterState {
  const items = state.draft.items.map((item) =>
    item.product.id === productId ? { ...item, quantity } : item,
  );
  const entryProblem = beyondLimits(items) ?? null;
  if (entryProblem) return { ...state, entryProblem };
  return { ...withNewest(withItems(state, items, state.sort), productId), entryProblem };
}

export function without(items: readonly SaleItem[], productId: number): readonly SaleItem[] {
  return items.filter((item) => item.product.id !== productId);
}

/** The state with another list, in its order by name if it has one. */
export function withItems(
  state: CounterState,
  items: readonly SaleItem[],
  sort: SortDirection | null,
): CounterState {
  const listed = withDraft(state, {
    items: sort ? itemsByName(items, sort) : items,
    // Nothing is left of the lists either.
    ...(items.length === 0 && state.draft.lists && { lists: [] }),
  });
  return { ...listed, sort, newest: null };
}

/** Marks the line that the seller looks for next. Its code is no longer missed. */
export function withNewest(state: CounterState, productId: number): CounterState {
  const { draft } = state;
  const code = lineOf(draft.items, productId)?.product.code;
  const missed = draft.missed?.filter((each) => each !== code);
  return { ...state, draft: { ...draft, ...(missed && { missed }) }, newest: { productId } };
}
