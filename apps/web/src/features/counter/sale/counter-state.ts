import type { Cents } from '@balcao/domain/money.ts';
import type { Registered } from './person.ts';
import type { Obstacle } from './sale-checks.ts';
import { EMPTY_DRAFT, type SaleDraft } from './sale-draft.ts';
import type { CounterProduct, SortDirection } from './sale-item.ts';

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

export const EMPTY_ENTRY: Entry = { product: null, quantity: '1' };

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

export type Who = 'client' | 'student';

export type CounterAction =
  | { type: 'digits-typed'; who: Who; typed: string; maxDigits: number }
  | { type: 'name-typed'; who: Who; name: string }
  | { type: 'person-found'; who: Who; digits: string; found: Registered; keepName: boolean }
  /** The server knows the client no more, so that what was typed is looked up again. */
  | { type: 'client-gone' }
  | { type: 'product-chosen'; product: CounterProduct | null }
  | { type: 'quantity-typed'; typed: string }
  /** Adds what is in the entry fields, or the product whose code stands in Cód. */
  | { type: 'item-entered'; product?: CounterProduct }
  /** A product scanned while the focus was elsewhere. */
  | { type: 'item-scanned'; product: CounterProduct }
  /** `unsold`: the name of the inactive product that the code belongs to. */
  | { type: 'code-unknown'; code: string; unsold: string | undefined }
  | { type: 'duplicate-answered'; sum: boolean }
  | { type: 'item-removed'; productId: number }
  | { type: 'item-edited'; productId: number }
  | { type: 'sort-toggled' }
  | { type: 'item-moved'; productId: number; overProductId: number }
  | { type: 'order-closed' }
  /** `obstacle`: what has to be put right there. */
  | { type: 'order-reopened'; obstacle?: Obstacle }
  | { type: 'method-chosen'; row: number; method: string | null }
  | { type: 'amount-typed'; row: number; amount: Cents | null }
  /** What a scanner typed into some field is taken back. */
  | { type: 'keys-undone'; before: CounterState }
  | { type: 'finish-asked' }
  /** The next sale begins. */
  | { type: 'sale-made' };

/** A message about what stood in the way goes as soon as something is changed. */
export function withDraft(state: CounterState, change: Partial<SaleDraft>): CounterState {
  return { ...state, draft: { ...state.draft, ...change }, obstacle: null };
}
