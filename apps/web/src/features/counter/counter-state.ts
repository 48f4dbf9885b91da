import type { Cents } from '@balcao/domain/money.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { type Buyer, withDigits, withFound } from './buyer.ts';
import { withAmount, withMethod } from './payment-rows.ts';
import { quantityOf, quantityText } from './quantity.ts';
import { type Obstacle, orderObstacle, paymentObstacle } from './sale-checks.ts';
import { EMPTY_DRAFT, type SaleDraft } from './sale-draft.ts';
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

/** What stands in the fields above the item table, not yet a line of it. */
export type Entry = { readonly product: CounterProduct | null; readonly quantity: string };

/** A product that is already in the list, until the seller says whether to sum it. */
export type Duplicate = { readonly product: CounterProduct; readonly quantity: number };

export type CounterState = {
  readonly draft: SaleDraft;
  /** 0: the order is being made (step 1). 1: it is approved and being paid (step 2). */
  readonly flag: 0 | 1;
  readonly entry: Entry;
  readonly sort: SortDirection | null;
  readonly duplicate: Duplicate | null;
  /** Why the last product could not be added. */
  readonly entryProblem: string | null;
  /** Why the order could not be closed, or the sale not be finished. */
  readonly obstacle: Obstacle | null;
};

const EMPTY_ENTRY: Entry = { product: null, quantity: '1' };

export const FRESH_COUNTER: CounterState = {
  draft: EMPTY_DRAFT,
  flag: 0,
  entry: EMPTY_ENTRY,
  sort: null,
  duplicate: null,
  entryProblem: null,
  obstacle: null,
};

/** A sale that was being sent when the page was reloaded. */
export function resumedCounter(draft: SaleDraft): CounterState {
  return { ...FRESH_COUNTER, draft, flag: 1 };
}

type Who = 'client' | 'student';

export type CounterAction =
  | { type: 'digits-typed'; who: Who; typed: string; maxDigits: number }
  | { type: 'name-typed'; who: Who; name: string }
  | { type: 'person-found'; who: Who; digits: string; found: { id: number; name: string } }
  | { type: 'product-chosen'; product: CounterProduct | null }
  | { type: 'quantity-typed'; typed: string }
  /** Adds what is in the entry fields, or a product that was just scanned. */
  | { type: 'item-entered'; product?: CounterProduct }
  | { type: 'code-unknown'; code: string }
  | { type: 'duplicate-answered'; sum: boolean }
  | { type: 'item-removed'; productId: number }
  | { type: 'item-edited'; productId: number }
  | { type: 'sort-toggled' }
  | { type: 'item-moved'; productId: number; overProductId: number }
  | { type: 'order-closed' }
  | { type: 'order-reopened' }
  | { type: 'method-chosen'; row: number; method: string | null }
  | { type: 'amount-typed'; row: number; amount: Cents | null }
  | { type: 'finish-asked' };

/** Every change that the counter knows. Pure, so that each rule of it is a test without a screen. */
export function counterReducer(state: CounterState, action: CounterAction): CounterState {
  const { draft } = state;
  switch (action.type) {
    case 'digits-typed':
      return withBuyer(state, action.who, (buyer) =>
        withDigits(buyer, action.typed, action.maxDigits),
      );
    case 'name-typed':
      return withBuyer(state, action.who, (buyer) => ({ ...buyer, name: action.name }));
    case 'person-found':
      return withBuyer(state, action.who, (buyer) => withFound(buyer, action.digits, action.found));
    case 'method-chosen':
      return withDraft(state, {
        payments: withMethod(draft.payments, action.row, action.method),
      });
    case 'amount-typed':
      return withDraft(state, {
        payments: withAmount(draft.payments, action.row, action.amount),
      });
    case 'finish-asked':
      return { ...state, obstacle: paymentObstacle(draft) ?? null };
    case 'order-closed': {
      const obstacle = orderObstacle(draft);
      return obstacle ? { ...state, obstacle } : { ...state, obstacle: null, flag: 1 };
    }
    case 'order-reopened':
      return { ...state, obstacle: null, flag: 0 };
    default:
      // An approved order stays as it is until it is reopened.
      return state.flag === 0 ? itemsReducer(state, action) : state;
  }
}

type ItemAction = Extract<
  CounterAction,
  {
    type:
      | 'product-chosen'
      | 'quantity-typed'
      | 'item-entered'
      | 'code-unknown'
      | 'duplicate-answered'
      | 'item-removed'
      | 'item-edited'
      | 'sort-toggled'
      | 'item-moved';
  }
>;

function itemsReducer(state: CounterState, action: ItemAction): CounterState {
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
    case 'code-unknown':
      return { ...state, entryProblem: `Nenhum produto com o código ${action.code}.` };
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

function answered(state: CounterState, sum: boolean): CounterState {
  if (!state.duplicate) return state;
  const { product, quantity } = state.duplicate;
  const closed = { ...state, duplicate: null };
  return sum ? added(closed, product, quantity) : { ...closed, entry: EMPTY_ENTRY };
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

function withBuyer(state: CounterState, who: Who, change: (buyer: Buyer) => Buyer): CounterState {
  const buyer = change(state.draft[who]);
  return buyer === state.draft[who] ? state : withDraft(state, { [who]: buyer });
}

/** A message about what stood in the way goes as soon as something is changed. */
function withDraft(state: CounterState, change: Partial<SaleDraft>): CounterState {
  return { ...state, draft: { ...state.draft, ...change }, obstacle: null };
}
