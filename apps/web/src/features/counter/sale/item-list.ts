import { type CounterState, withDraft } from './counter-state.ts';
import { beyondLimits } from './sale-checks.ts';
import {
  type CounterProduct,
  EMPTY_ENTRY,
  itemsByName,
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
  const listed = withDraft(state, { items: sort ? itemsByName(items, sort) : items });
  return { ...listed, sort, newest: null, removed: null };
}

/** Marks the line that the seller looks for next. */
export const withNewest = (state: CounterState, productId: number): CounterState => ({
  ...state,
  newest: { productId },
});
