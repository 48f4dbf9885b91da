import { isReais } from '@balcao/domain/money.ts';
import { asReceived, readFrom } from '../../../api/answers/received.ts';
import { receivedSale } from '../../../api/answers/sale.ts';
import { readSession } from '../../../api/session.ts';
import { fieldsOf, readStored } from '../../../storage/stored-json.ts';
import {
  lastSignOut,
  readUnsaved,
  removeUnsaved,
  storeUnsaved,
} from '../../../storage/unsaved-input.ts';
import {
  isStartedExchange,
  readStartedExchange,
  removeStartedExchange,
} from '../../corrections/record/started-exchange.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { counterReducer } from './counter-reducer.ts';
import {
  type CounterAction,
  type CounterState,
  flagOf,
  freshCounter,
  isFree,
  type LastSale,
} from './counter-state.ts';
import { type FieldId, ORDER_FIELDS, type To } from './focus.ts';
import { focusAfter, nextInOrder, stepFocus } from './next-field.ts';
import { NO_PAYMENTS } from './payment-lines.ts';
import { draftTotals, EMPTY_DRAFT } from './sale-draft.ts';

/** What of the counter is stored at every change, while there is an order on it or one to put back. */
const STORED = [
  'phase',
  'draft',
  'entry',
  'sort',
  'justAdded',
  'key',
  'sent',
  'sendingSince',
  'earlier',
  'taking',
  'waiting',
  'undo',
] as const satisfies readonly (keyof CounterState)[];

type StoredCounter = Pick<CounterState, (typeof STORED)[number]>;

/** After this long the seller may have sold it in another way, so a reload no longer resends it. */
const RESUMES_FOR_MS = 120_000;

/** The phase after a reload. A sale that it interrupted is sent again without asking the seller. */
export function phaseAtStart(
  { phase, sendingSince, earlier }: Pick<StoredCounter, 'phase' | 'sendingSince' | 'earlier'>,
  now: number,
): CounterState['phase'] {
  if (earlier) return 'earlier';
  if (sendingSince !== null && now - sendingSince < RESUMES_FOR_MS) return 'sending';
  return phase === 'typing' ? 'typing' : 'paying';
}

const STORED_AS = 'counter';

/** The seller of a counter for practice: all that it stores has names of its own. */
export const practiceSeller = (user: number) => -1 - user;

/** Whether the counter's seller is still signed in. */
export const isSignedIn = (seller: number) =>
  readSession()?.user.id === (seller < 0 ? practiceSeller(seller) : seller);

export type CounterStore = ReturnType<typeof openCounter>;

/** The counter of a seller as this tab has stored it, or an empty one. An exchange that was started at its sale begins. */
export function openCounter(seller: number) {
  const listeners = new Set<() => void>();
  let state = atStart(seller);

  const storeIt = (next: CounterState) => {
    const stored = Object.fromEntries(STORED.map((field) => [field, next[field]]));
    // A sign-out keeps it: without its key, a sale that was sent could be recorded a second time.
    const underWay = next.sent.length > 0 || next.earlier !== null || next.taking !== null;
    return storeUnsaved(seller, STORED_AS, { ...stored, underWay });
  };
  const become = (next: CounterState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const moveFocus = (to: To) => become({ ...state, focus: focusAfter(state, state, to) });
  /** Then the focus goes `to`. Continues without a stored copy when the storage is full. */
  const dispatch = (action: CounterAction, to?: To) => {
    const changed = counterReducer(state, action);
    if (changed === state) return to && moveFocus(to);
    const isEmptied = isUntouched(changed) && !isUntouched(state);
    const next = isEmptied ? emptiedByHand(changed, state) : changed;
    if (isUntouched(next) && next.undo === null) removeUnsaved(seller, STORED_AS);
    else storeIt(next);
    if (next.last && next.last !== state.last) storeLastSale(seller, next.last);
    become({ ...next, focus: focusAfter(state, next, to) });
  };
  const started = readStartedExchange(seller) ?? state.waiting;
  if (started) {
    dispatch({ type: 'exchange-started', exchange: started });
    removeStartedExchange(seller);
  }
  state = { ...state, focus: stepFocus(state, takeKeptFocus()) };
  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    dispatch,
    /** Where nothing but the focus changes. */
    moveFocus,
    /** Puts back what was taken off the counter last. A whole order goes on where it stopped. */
    putBack: () => {
      const { undo } = state;
      if (!undo || flagOf(state) === 1) return;
      const { client } = undo.parts;
      const whole = { ...EMPTY_DRAFT, ...undo.parts };
      dispatch({ type: 'undone' }, client ? nextInOrder(whole) : 'code');
    },
    /** Throws when the browser cannot store the change: nothing may be sent that a reload would forget. */
    commit: (action: CounterAction) => {
      const next = counterReducer(state, action);
      if (!storeIt(next)) throw new Error('The order could not be stored');
      become({ ...next, focus: focusAfter(state, next) });
    },
  };
}

function atStart(seller: number): CounterState {
  const stored = readUnsaved(seller, STORED_AS, (value) => (isOrder(value) ? value : undefined));
  const made = readWaitingReceipt(seller) ?? null;
  const fresh = { ...freshCounter(), made, last: readLastSale(seller) ?? null };
  if (!stored) return fresh;
  const { flag, underWay: _, undo = null, ...order } = stored;
  // An earlier version has stored `flag` in place of the phase, and not all the others.
  const known = { ...fresh, phase: flag === 1 ? 'paying' : 'typing', ...order } as const;
  const canUndo = isOrder({ ...order, draft: { ...order.draft, ...undo?.parts } });
  return { ...known, undo: canUndo ? undo : null, phase: phaseAtStart(known, Date.now()) };
}

/** The next order begins, with what is typed and said beside the one that went. */
function emptiedByHand(next: CounterState, { draft, key }: CounterState): CounterState {
  const { made, last, entry, entryProblem, unread, obstacle, dialog } = next;
  const { parkedOrder } = draft;
  // What goes back goes on as the order that it was.
  const undo = next.undo && {
    ...{ key, ...next.undo },
    parts: { ...next.undo.parts, ...(parkedOrder && { parkedOrder }) },
  };
  const beside = { made, last, entry, entryProblem, unread, obstacle, dialog };
  return { ...freshCounter(), ...beside, undo };
}

const isUntouched = (state: CounterState): boolean =>
  isFree(state) &&
  state.entry.product === null &&
  state.waiting === null &&
  state.draft.payments.every(({ method }) => method === null);

/** What no stored order lacks. */
type Order = Pick<StoredCounter, 'draft' | 'entry' | 'sort' | 'key' | 'sent'> & {
  flag?: 0 | 1;
  underWay?: boolean;
};

/** Whether the value is an order that can be shown and sold: another version may have stored it. */
export function isOrder(value: unknown): value is Partial<StoredCounter> & Order {
  try {
    const { key, sent, entry, draft, earlier, waiting } = value as StoredCounter;
    const { client, student, lists = [], missed = [] } = draft;
    const texts = [key, entry.quantity, client.digits, student.digits, ...lists, ...missed];
    return (
      texts.every((text) => typeof text === 'string') &&
      Array.isArray(sent) &&
      Number.isSafeInteger(draft.parkedOrder ?? 0) &&
      (!earlier || asMadeSale(earlier.sale) !== undefined) &&
      (!waiting || isStartedExchange(waiting)) &&
      (draft.exchange === undefined || isStartedExchange(draft.exchange)) &&
      draft.payments.length === NO_PAYMENTS.length &&
      // Throws for anything that is no amount or no list.
      draftTotals(draft).total >= 0
    );
  } catch {
    return false;
  }
}

/** A stored sale with all that the counter says about it. */
function asMadeSale(value: unknown): MadeSale | undefined {
  const { id, total_general, troco, client_data } = fieldsOf<MadeSale>(value);
  const known = Number.isSafeInteger(id) && isReais(total_general) && isReais(troco);
  return known && typeof client_data?.name === 'string' ? (value as MadeSale) : undefined;
}

const receiptAs = (seller: number) => `receipt:${seller}`;

/** Stores the recorded sale until its receipt opens, so that a reload before that loses neither. */
export function storeWaitingReceipt(seller: number, sale: MadeSale): void {
  sessionStorage.setItem(receiptAs(seller), JSON.stringify(asReceived(sale)));
}

export function readWaitingReceipt(seller: number): MadeSale | undefined {
  return readStored(sessionStorage.getItem(receiptAs(seller)), asSale);
}

export const forgetWaitingReceipt = (seller: number) =>
  sessionStorage.removeItem(receiptAs(seller));

function asSale(stored: unknown): MadeSale | undefined {
  if (fieldsOf(stored).total_general === undefined) return undefined;
  return readFrom<MadeSale>(receivedSale(stored), stored);
}

const LAST_AS = 'last-sale';

/** `signedOut`: the last sign-out before it, in any tab. After another one it shows no more. */
type StoredLastSale = LastSale & { readonly seller: number; readonly signedOut: string | null };

function storeLastSale(seller: number, last: LastSale): void {
  try {
    const stored: StoredLastSale = { ...last, seller, signedOut: lastSignOut() };
    sessionStorage.setItem(LAST_AS, JSON.stringify(stored));
  } catch (error) {
    console.warn('The last sale could not be stored', error);
  }
}

function readLastSale(seller: number): LastSale | undefined {
  return readStored(sessionStorage.getItem(LAST_AS), (value) => {
    const { id, total, change, seller: of, signedOut } = fieldsOf<StoredLastSale>(value);
    const own = of === seller && signedOut === lastSignOut();
    return own && [id, total, change].every(Number.isSafeInteger) ? (value as LastSale) : undefined;
  });
}

const KEPT_FIELD = 'counter-field';

/** Stores which field of the order has the focus, for the reload after a sale. */
export function keepFocus(): void {
  const id = ORDER_FIELDS.find((each) => each === document.activeElement?.id);
  if (id) sessionStorage.setItem(KEPT_FIELD, id);
}

/** The stored field, once. */
function takeKeptFocus(): FieldId | undefined {
  const kept = sessionStorage.getItem(KEPT_FIELD);
  sessionStorage.removeItem(KEPT_FIELD);
  return ORDER_FIELDS.find((each) => each === kept);
}
