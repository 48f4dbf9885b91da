import { useSyncExternalStore } from 'react';
import type { paths } from '../../../navigation/paths.ts';
import { timeNow } from '../../../storage/server-clock.ts';
import { fieldsOf, readStored } from '../../../storage/stored-json.ts';

/**
 * A print page gets its data through sessionStorage. A tab opened by a script (without noopener) or by a
 * link with rel="opener" gets its own copy.
 */
const DATA_KEY = 'data';
const PRINT_KEY = 'print';
const BLOCKED_KEY = 'receipt-blocked';
/** Set in the tab of a finished sale's receipt: 'new' until it has been shown. */
const OF_SALE_KEY = 'receipt-of-sale';

/** When the paper in this tab was printed again from a list, which stores what it lists and nothing else. */
const REPRINTED_KEY = 'reprinted-at';

/** The papers whose data are stored for their tab. */
export type PrintPath = (typeof paths)[
  | 'receipt'
  | 'correction'
  | 'closingSlip'
  | 'movementSlip'
  | 'boxReport'];

export type PrintOptions = {
  printAtOnce: boolean;
  /** The receipt of a sale that was just finished, whose tab closes when the next one opens. */
  ofFinishedSale?: boolean;
  /** It was printed before, and says so. */
  again?: boolean;
};

/** Stores a sale or a closing for the next print page. */
export function storeForPrinting(data: unknown, options: PrintOptions): void {
  // If storing fails, the paper of another sale must not remain.
  sessionStorage.removeItem(DATA_KEY);
  if (options.ofFinishedSale) sessionStorage.setItem(OF_SALE_KEY, 'new');
  else sessionStorage.removeItem(OF_SALE_KEY);
  if (options.again) sessionStorage.setItem(REPRINTED_KEY, timeNow().toISOString());
  else sessionStorage.removeItem(REPRINTED_KEY);
  sessionStorage.setItem(DATA_KEY, JSON.stringify(data));
  if (options.printAtOnce) sessionStorage.setItem(PRINT_KEY, '1');
  else sessionStorage.removeItem(PRINT_KEY);
}

/** Opens a print page in a new tab. After 'blocked', offer a PrintPageLink instead. */
export function openPrintPage(path: PrintPath): 'opened' | 'blocked' {
  return window.open(path, '_blank') === null ? 'blocked' : 'opened';
}

/** Returns the data of this tab; nothing of it if there are none. Each paper checks the fields that it shows. */
export function readStoredForPrinting<T extends object>(): Partial<T> {
  return readStored(sessionStorage.getItem(DATA_KEY), fieldsOf<T>) ?? {};
}

/** When the paper of this tab was printed again; null for a first one. */
export const readReprintedAt = () => sessionStorage.getItem(REPRINTED_KEY);

/** Whether to open the print dialog. Returns true once: a reload prints nothing again. */
export function takePrintAtOnce(): boolean {
  const wanted = sessionStorage.getItem(PRINT_KEY) !== null;
  sessionStorage.removeItem(PRINT_KEY);
  return wanted;
}

export const isReceiptOfSale = () => sessionStorage.getItem(OF_SALE_KEY) !== null;

/** Returns true once, when the receipt of a finished sale is shown first. */
export function takeFirstShowing(): boolean {
  const first = sessionStorage.getItem(OF_SALE_KEY) === 'new';
  sessionStorage.setItem(OF_SALE_KEY, 'shown');
  return first;
}

const receiptBlocked = () => sessionStorage.getItem(BLOCKED_KEY) !== null;
const blocking = new EventTarget();
const onBlocking = (listener: () => void) => {
  blocking.addEventListener('change', listener);
  return () => blocking.removeEventListener('change', listener);
};

/** Whether the browser blocked the last receipt, until setReceiptBlocked(false). */
export const useReceiptBlocked = () => useSyncExternalStore(onBlocking, receiptBlocked);

export function setReceiptBlocked(blocked: boolean): void {
  if (blocked) sessionStorage.setItem(BLOCKED_KEY, '1');
  else sessionStorage.removeItem(BLOCKED_KEY);
  blocking.dispatchEvent(new Event('change'));
}

/** Papers name clients and their CPFs, which the next user of this tab must not see. */
export function forgetPapers(): void {
  for (const key of [DATA_KEY, PRINT_KEY, OF_SALE_KEY, BLOCKED_KEY, REPRINTED_KEY]) {
    sessionStorage.removeItem(key);
  }
}
