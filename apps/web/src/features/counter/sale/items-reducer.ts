import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { type CounterAction, type CounterState, EMPTY_ENTRY, withDraft } from './counter-state.ts';
import { quantityOf, quantityText } from './quantity.ts';
import {
  beyondLimits,
  type CounterProduct,
  lineOf,
  movedTo,
  type SaleItem,
  type SortDirection,
  sortedByName,
  TOO_MANY,
  withItem,
} from './sale-item.ts';

type ItemAction = Extract<
  CounterAction,
  {
    type:
      | 'product-chosen'
      | 'quantity-typed'
      | 'item-entered'
      | 'item-scanned'
      | 'code-unknown'
      | 'duplicate-answered'
      | 'item-removed'
      | 'item-edited'
      | 'sort-toggled'
      | 'item-moved';
  }
>;

/** What happens to the entry fields and the item table while the order is open. */
export function itemsReducer(state: CounterState, action: ItemAction): CounterState {
  const { items } = state.draft;
  switch (action.type) {
    case 'product-chosen':
      return {
        ...state,
        entry: { ...state.entry, product: action.product },
        entryProblem: null,
      };
    case 'quantity-typed':
      return {
        ...state,
        entry: { ...state.entry, quantity: quantityText(action.typed) },
        entryProblem: null,
      };
    case 'item-entered':
      return entered(state, action.product ?? state.entry.product);
    case 'item-scanned':
      return scanned(state, action.product);
    case 'code-unknown':
      return { ...state, entryProblem: codeProblem(action) };
    case 'duplicate-answered':
      return answered(state, action.sum);
    case 'item-removed':
      return withItems(state, without(items, action.productId), state.sort);
    case 'item-edited': {
      const line = lineOf(items, action.productId);
      if (!line) return state;
      const entry = { product: line.product, quantity: String(line.quantity) };
      return {
        ...withItems(state, without(items, action.productId), state.sort),
        entry,
        entryProblem: null,
      };
    }
    case 'sort-toggled': {
      const sort = state.sort === 'asc' ? 'desc' : 'asc';
      return withItems(state, items, sort);
    }
    case 'item-moved':
      // An order made by hand is no longer an order by name.
      return withItems(state, movedTo(items, action.productId, action.overProductId), null);
  }
}

function entered(state: CounterState, product: CounterProduct | null): CounterState {
  // While a question is open, nothing else goes in: a scan must not answer it.
  if (state.duplicate) return state;
  if (!product) return { ...state, entryProblem: 'Escolha um produto.' };
  const quantity = quantityOf(state.entry.quantity);
  const entry = { product, quantity: state.entry.quantity };
  if (quantity === 0) {
    return { ...state, entry, entryProblem: 'A quantidade precisa ser maior que zero.' };
  }
  if (quantity > MAX_QUANTITY) return { ...state, entry, entryProblem: TOO_MANY };
  if (lineOf(state.draft.items, product.id)) {
    return { ...state, entry, entryProblem: null, duplicate: { product, quantity } };
  }
  return { ...added(state, product, quantity), duplicate: null };
}

/** A quantity that waits for a product is this one's; what waits with a product of its own waits on. */
function scanned(state: CounterState, product: CounterProduct): CounterState {
  const { entry } = state;
  if (!entry.product) return entered(state, product);
  return { ...entered({ ...state, entry: EMPTY_ENTRY }, product), entry };
}

function codeProblem({ code, unsold }: { code: string; unsold: string | undefined }): string {
  return unsold === undefined
    ? `Nenhum produto com o código ${code}.`
    : `O produto ${unsold} está inativo e não pode ser vendido.`;
}

function answered(state: CounterState, sum: boolean): CounterState {
  if (!state.duplicate) return state;
  const { product, quantity } = state.duplicate;
  const closed = { ...state, duplicate: null };
  const next = sum ? added(closed, product, quantity) : { ...closed, entry: EMPTY_ENTRY };
  return state.entry.product?.id === product.id ? next : { ...next, entry: state.entry };
}

function added(state: CounterState, product: CounterProduct, quantity: number): CounterState {
  const items = withItem(state.draft.items, product, quantity);
  const entryProblem = beyondLimits(items) ?? null;
  if (entryProblem) return { ...state, entryProblem };
  return { ...withItems(state, items, state.sort), entry: EMPTY_ENTRY, entryProblem: null };
}

function without(items: readonly SaleItem[], productId: number): readonly SaleItem[] {
  return items.filter((item) => item.product.id !== productId);
}

function withItems(
  state: CounterState,
  items: readonly SaleItem[],
  sort: SortDirection | null,
): CounterState {
  return { ...withDraft(state, { items: sort ? sortedByName(items, sort) : items }), sort };
}
