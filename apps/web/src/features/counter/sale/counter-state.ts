import type { Cents } from '@balcao/domain/money.ts';
import type { MoneyRow } from '../../corrections/forms/money-rows.ts';
import type { Registered } from './person.ts';
import type { Obstacle } from './sale-checks.ts';
import { EMPTY_DRAFT, type SaleDraft } from './sale-draft.ts';
import type { CounterProduct, SaleItem, SortDirection } from './sale-item.ts';

/** The fields above the item table. `edited`: the item that was taken out of the list to be changed. */
export type Entry = {
  readonly product: CounterProduct | null;
  readonly quantity: string;
  readonly edited?: SaleItem;
};

export type CounterState = {
  readonly draft: SaleDraft;
  /** 0: the order is open (step 1). 1: it is approved and being paid (step 2). */
  readonly flag: 0 | 1;
  readonly entry: Entry;
  readonly sort: SortDirection | null;
  /** An item whose product is in the list already, until the seller decides whether to add the two. */
  readonly duplicate: SaleItem | null;
  /** The product that its code has just added one of: a quantity entered now, without a product, is its line's. */
  readonly justAdded: number | null;
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
  justAdded: null,
  entryProblem: null,
  obstacle: null,
};

export type Party = 'client' | 'student';

export type ItemAction =
  | { type: 'product-chosen'; product: CounterProduct | null }
  | { type: 'quantity-typed'; typed: string }
  /**
   * Adds `product`, whose code is in Cód, or else the product of the entry fields; `quantity` as typed. Without
   * either it counts the line that was just added.
   */
  | { type: 'item-entered'; product?: CounterProduct; quantity?: string }
  /** A product scanned while the focus was elsewhere. */
  | { type: 'item-scanned'; product: CounterProduct; quantity?: string }
  /** `inactiveName`: the name of the inactive product with this code. */
  | { type: 'code-unknown'; code: string; inactiveName: string | undefined }
  | { type: 'duplicate-answered'; sum: boolean }
  | { type: 'item-removed'; productId: number }
  | { type: 'item-edited'; productId: number }
  | { type: 'edit-cancelled' }
  | { type: 'sort-toggled' }
  | { type: 'item-moved'; productId: number; overProductId: number };

export type CounterAction =
  | ItemAction
  | { type: 'digits-typed'; party: Party; typed: string; maxDigits: number }
  /** The field of the digits was left. */
  | { type: 'digits-left'; party: Party }
  | { type: 'name-typed'; party: Party; name: string }
  /** `keepName`: the seller has typed a name during the look-up. */
  | { type: 'person-found'; party: Party; digits: string; found: Registered; keepName: boolean }
  /** A person of an earlier sale, chosen instead of typing their digits. */
  | { type: 'person-chosen'; party: Party; digits: string; found: Registered }
  /** The server no longer knows the client, so that the CPF is looked up again. */
  | { type: 'client-gone' }
  | { type: 'order-closed' }
  /** `obstacle`: what has to be corrected in the order. */
  | { type: 'order-reopened'; obstacle?: Obstacle }
  | { type: 'method-chosen'; row: number; method: string | null }
  | { type: 'amount-typed'; row: number; amount: Cents | null }
  /** How the rest of an exchange's worth goes back. */
  | { type: 'given-back-typed'; rows: readonly MoneyRow[] }
  /** `txid`: the Pix that the seller has found at the bank; null takes that back. */
  | { type: 'pix-found'; row: number; txid: string | null }
  /** Takes back the keys that a scanner has typed into some field. */
  | { type: 'keys-undone'; before: CounterState }
  /** `obstacle`: what has to be done before the sale can be sent. */
  | { type: 'finish-pressed'; obstacle: Obstacle | undefined }
  | { type: 'sale-made' }
  /** The items stay, for a sale to somebody. */
  | { type: 'exchange-dropped' }
  /** The order was parked, or another one taken up, or an exchange begun. */
  | { type: 'order-replaced'; draft: SaleDraft };

/** A message about an obstacle disappears as soon as something is changed. */
export function withDraft(state: CounterState, change: Partial<SaleDraft>): CounterState {
  return { ...state, draft: { ...state.draft, ...change }, obstacle: null };
}
