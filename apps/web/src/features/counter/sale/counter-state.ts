import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import type { NewExchange } from '@balcao/contract/sales/corrections.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import type { Cents } from '@balcao/domain/money.ts';
import { uuid } from '../../../api/uuid.ts';
import type { MoneyRow } from '../../corrections/forms/money-rows.ts';
import type { StartedExchange } from '../../corrections/record/started-exchange.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import type { Focus } from './focus.ts';
import type { Family, Registered } from './person.ts';
import type { Obstacle } from './sale-checks.ts';
import { EMPTY_DRAFT, type SaleDraft } from './sale-draft.ts';
import {
  type CounterProduct,
  EMPTY_ENTRY,
  type Entry,
  type SaleItem,
  type SortDirection,
} from './sale-item.ts';

/**
 * typing: the order is open (step 1). paying: it is closed and being paid (step 2). sending, retrying: the sale
 * is on its way. failed: the message that it was not made covers the counter. earlier: so does the one that
 * something else was recorded under its key.
 */
export type Phase = 'typing' | 'paying' | 'sending' | 'retrying' | 'failed' | 'earlier';

/** A sale as it is sent, or the exchange of an earlier sale for it. */
export type SaleRequest = NewSale | { readonly exchangeOf: number; readonly body: NewExchange };

/** A sale that was already recorded. `copied`: a copy of this tab has recorded what is on the screen. */
export type EarlierSale = { readonly sale: MadeSale; readonly copied: boolean };

/** What the bar shows of the sale before. Nothing in it names a person. */
export type LastSale = {
  readonly id: number;
  readonly total: Cents;
  readonly change: Cents;
  /** What an exchange gives back: 'Devolva R$ 6,00 em Pix'. */
  readonly back?: string | undefined;
};

/** Parts of the order as they were, which UndoNote offers to put back; `words` say what has happened to them. */
export type Undo = {
  readonly words: string;
  readonly parts: Partial<SaleDraft>;
  /** The key of the order that they were, if the counter has become another one since. */
  readonly key?: string;
  /** Its bodies that may have been recorded. */
  readonly sent?: CounterState['sent'];
  /** The seller should look at it. */
  readonly look?: true;
};

/** Why the server refused a sale, and the field at fault. */
export type Reason = { readonly text: string; readonly at?: Obstacle['field'] };

/** The whole counter of a seller in one tab. counter-store.ts says what of it survives a reload. */
export type CounterState = {
  readonly phase: Phase;
  readonly draft: SaleDraft;
  readonly entry: Entry;
  readonly sort: SortDirection | null;
  /**
   * The sale's Idempotency-Key. The order has it from the first key press: a crashed browser may restore
   * an order that was sold meanwhile, and sending that again under its key records nothing.
   */
  readonly key: string;
  /** Bodies sent under this key whose outcome is unknown, the newest last. The order may be changed all the same. */
  readonly sent: readonly SaleRequest[];
  /** When the sending began, in milliseconds; null once the retries have ended. */
  readonly sendingSince: number | null;
  /** Set until the seller has read about it. */
  readonly earlier: EarlierSale | null;
  /** The claim of a parked order, from before it is sent until the server's answer is known. */
  readonly taking: { readonly id: number; readonly claim: string } | null;
  /** An exchange that was started while the counter held an order. */
  readonly waiting: StartedExchange | null;
  /** The sale before, while its success message shows over the next one. */
  readonly made: MadeSale | null;
  /** The same sale, until the next one is made. */
  readonly last: LastSale | null;
  /** Why the sale was not made. */
  readonly refused: RefusalCode | 'not_sent' | null;
  /** The same in the server's words. */
  readonly reason: Reason | null;
  /** The last attempt got no answer, and the shop keeps such sales: a dialog follows the message. */
  readonly unanswered: boolean;
  /** An item whose product is in the list already, until the seller decides whether to add the two. */
  readonly duplicate: SaleItem | null;
  /** The students of the client who was asked about last. */
  readonly family: Family | null;
  /** FECHAR PEDIDO asks whether the student is the client's. */
  readonly asksStranger: boolean;
  /** The list of material whose dialog is open. */
  readonly list: ListedMaterials | null;
  /** The product that its code has just added one of: a quantity entered now, without a product, is its line's. */
  readonly justAdded: number | null;
  /** The line that was added or counted last; a new object each time. */
  readonly newest: { readonly productId: number } | null;
  /** What was taken off the counter last, until a part of it that would come back is changed. */
  readonly undo: Undo | null;
  /** Why the last product could not be added. */
  readonly entryProblem: string | null;
  /** Why the last code did not go in. */
  readonly unread: string | null;
  /** Why the order could not be closed, or the sale not be finished. */
  readonly obstacle: Obstacle | null;
  /** Where the focus was sent last; a new object each time. */
  readonly focus: Focus | null;
  /** What covers the counter and came from a press, or keeps it from taking input. */
  readonly dialog: Dialog | null;
};

/**
 * correction: what puts a recorded sale right. parked: the orders that wait. parking: one goes or comes; `paused` while
 * the server does not answer. not-parked: `words` say why. away: the sale may be kept; `known` before it was sent.
 */
export type Dialog =
  | { readonly is: 'shortcuts' | 'parked' }
  | { readonly is: 'correction'; readonly sale: number }
  | { readonly is: 'parking'; readonly paused?: true }
  | { readonly is: 'away'; readonly known?: true }
  | { readonly is: 'not-parked'; readonly words: string };

/** An empty counter; its next sale has a key of its own. */
export const freshCounter = (): CounterState => ({
  phase: 'typing',
  draft: EMPTY_DRAFT,
  entry: EMPTY_ENTRY,
  sort: null,
  key: uuid(),
  sent: [],
  sendingSince: null,
  earlier: null,
  taking: null,
  waiting: null,
  made: null,
  last: null,
  refused: null,
  reason: null,
  unanswered: false,
  duplicate: null,
  family: null,
  asksStranger: false,
  list: null,
  justAdded: null,
  newest: null,
  undo: null,
  entryProblem: null,
  unread: null,
  obstacle: null,
  focus: null,
  dialog: null,
});

/** The specification's flag of an order: 0 while it is open, 1 once it is approved. */
export const flagOf = ({ phase }: Pick<CounterState, 'phase'>): 0 | 1 =>
  phase === 'typing' ? 0 : 1;

/** Whether the counter holds something to park. Payments or a chosen product alone are nothing. */
export function isFilled({ draft, entry }: Pick<CounterState, 'draft' | 'entry'>): boolean {
  const { client, student, items, exchange } = draft;
  const typed = client.digits + client.name + student.digits + student.name;
  return (
    exchange !== undefined || typed.trim() !== '' || items.length > 0 || entry.edited !== undefined
  );
}

/** Whether nothing is on the counter or on its way. */
export const isFree = (state: CounterState): boolean =>
  !isFilled(state) && state.sent.length === 0 && state.earlier === null && state.taking === null;

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
  /** `problem`: why the list brings nothing today. */
  | { type: 'list-called'; list: ListedMaterials; problem?: string }
  /** null: nothing of the list. Quantities of products that are in the order already add up. */
  | { type: 'list-answered'; lines: readonly SaleItem[] | null }
  /** One more or one less of a line; below one it is removed. */
  | { type: 'item-counted'; productId: number; by: 1 | -1 }
  | { type: 'item-removed'; productId: number }
  | { type: 'item-edited'; productId: number }
  | { type: 'edit-cancelled' }
  | { type: 'sort-toggled' }
  | { type: 'item-moved'; productId: number; overProductId: number };

export type CounterAction =
  | ItemAction
  | { type: 'digits-typed'; party: Party; typed: string }
  /** The field of the digits was left. */
  | { type: 'digits-left'; party: Party }
  | { type: 'name-typed'; party: Party; name: string }
  /** `keepName`: the seller has typed a name during the look-up. */
  | { type: 'person-found'; party: Party; digits: string; found: Registered; keepName: boolean }
  /** A person of an earlier sale, chosen instead of typing their digits. */
  | { type: 'person-chosen'; party: Party; digits: string; found: Registered }
  /** The matrícula of a student's card. */
  | { type: 'card-read'; digits: string }
  | { type: 'family-known'; family: Family }
  | { type: 'stranger-answered'; sure: boolean }
  | { type: 'order-closed' }
  /** `obstacle`: what has to be corrected in the order. */
  | { type: 'order-reopened'; obstacle?: Obstacle }
  | { type: 'method-chosen'; row: number; method: string | null }
  | { type: 'amount-typed'; row: number; amount: Cents | null }
  /** How the rest of an exchange's worth goes back. */
  | { type: 'given-back-typed'; rows: readonly MoneyRow[] }
  /** `txid`: the Pix that the seller has found at the bank; null takes that back. */
  | { type: 'pix-found'; row: number; txid: string | null }
  /** A scanner's read did not go into the order. */
  | { type: 'read-missed'; code: string }
  | { type: 'missed-put-away' }
  /** Takes back the keys that a scanner has typed into some field. */
  | { type: 'keys-undone'; before: CounterState }
  /** `obstacle`: what has to be done before the sale can be sent. */
  | { type: 'finish-pressed'; obstacle: Obstacle | undefined }
  | { type: 'sending-begun'; at: number }
  /** A body is about to be sent, or is known not to be recorded. */
  | { type: 'sent-changed'; sent: readonly SaleRequest[] }
  | { type: 'retrying' }
  | { type: 'sale-made'; sale: MadeSale }
  /** The time of its message is over. */
  | { type: 'made-read' }
  | { type: 'sale-earlier'; earlier: EarlierSale }
  /**
   * `keySpent`: the next attempt needs another key. `asksApproval`: an administrator is asked at once (also
   * whether the clock is right), so that no message may cover the counter.
   */
  | {
      type: 'sale-failed';
      refused: RefusalCode | undefined;
      reason?: Reason | null;
      sent: readonly SaleRequest[];
      keySpent: boolean;
      asksApproval: boolean;
      unanswered?: boolean;
    }
  | { type: 'failure-read' }
  /** The order on the screen is another sale than the earlier one. */
  | { type: 'earlier-read' }
  /** The seller may not have meant the change before this. */
  | { type: 'undo-offered'; undo: Undo }
  /** Puts back what `undo` holds. */
  | { type: 'undone' }
  /** The order is given up; it can be undone, unless an exchange waits for the counter. `aside` is said with it. */
  | { type: 'order-emptied'; aside?: string }
  /** null closes it. */
  | { type: 'dialog-opened'; dialog: Dialog | null }
  | { type: 'order-parked' }
  /** The key belongs to an order that has left this counter in another way. */
  | { type: 'key-spent' }
  | { type: 'taking-begun'; taking: CounterState['taking'] }
  /** Without a draft the server has given no order. */
  | { type: 'taking-ended'; draft?: SaleDraft }
  /** Its return was chosen at its sale. It waits if the counter holds an order. */
  | { type: 'exchange-started'; exchange: StartedExchange }
  | { type: 'waiting-dropped' }
  | { type: 'exchange-dropped' };

export const EMPTIED: CounterAction = { type: 'order-emptied' };

export const opened = (dialog: Dialog): CounterAction => ({ type: 'dialog-opened', dialog });
export const CLOSED: CounterAction = { type: 'dialog-opened', dialog: null };
export const correcting = (sale: number) => opened({ is: 'correction', sale });

/** A message about an obstacle disappears as soon as something is changed. */
export function withDraft(state: CounterState, change: Partial<SaleDraft>): CounterState {
  return { ...state, draft: { ...state.draft, ...change }, obstacle: null };
}
