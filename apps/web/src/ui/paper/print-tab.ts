import type { paths } from '../../navigation/paths.ts';

/**
 * What a print page shows reaches it through sessionStorage, of which a tab opened by a script (without
 * noopener) or by a link with rel="opener" gets its own copy.
 */
const DATA_KEY = 'data';
const PRINT_KEY = 'print';
const BLOCKED_KEY = 'receipt-blocked';

export type PrintPath = typeof paths.receipt | typeof paths.closingSlip;

/** Stores a sale or a closing for the print page that is opened next. */
export function storeForPrinting(data: unknown, options: { printAtOnce: boolean }): void {
  // What cannot be stored must not leave the paper of another sale in its place.
  sessionStorage.removeItem(DATA_KEY);
  sessionStorage.setItem(DATA_KEY, JSON.stringify(data));
  if (options.printAtOnce) sessionStorage.setItem(PRINT_KEY, '1');
  else sessionStorage.removeItem(PRINT_KEY);
}

/** Opens a print page in a new tab. 'blocked': the browser refused; offer a PrintPageLink instead. */
export function openPrintPage(path: PrintPath): 'opened' | 'blocked' {
  return window.open(path, '_blank') === null ? 'blocked' : 'opened';
}

/** What was stored for this tab; undefined when there is nothing, or nothing readable. */
export function readStoredForPrinting<T>(): T | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(DATA_KEY) ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether the print dialog should open by itself. True once: a reload prints nothing again. */
export function takePrintAtOnce(): boolean {
  const wanted = sessionStorage.getItem(PRINT_KEY) !== null;
  sessionStorage.removeItem(PRINT_KEY);
  return wanted;
}

/** Whether the browser refused to open the last receipt; kept until somebody is done with it. */
export function receiptBlocked(): boolean {
  return sessionStorage.getItem(BLOCKED_KEY) !== null;
}

export function setReceiptBlocked(blocked: boolean): void {
  if (blocked) sessionStorage.setItem(BLOCKED_KEY, '1');
  else sessionStorage.removeItem(BLOCKED_KEY);
}

/** Papers name clients and their CPFs: they are not for whoever uses this tab next. */
export function forgetPapers(): void {
  for (const key of [DATA_KEY, PRINT_KEY, BLOCKED_KEY]) sessionStorage.removeItem(key);
}
