import type { paths } from '../../paths.ts';

/**
 * What a print page shows reaches it through sessionStorage, of which a tab opened by a script (without
 * noopener) or by a link with rel="opener" gets its own copy.
 */
const DATA_KEY = 'data';
const PRINT_KEY = 'print';

export type PrintPath = typeof paths.receipt | typeof paths.closingSlip;

/** Stores a sale or a closing for the print page that is opened next. */
export function storeForPrinting(data: unknown, options: { printAtOnce: boolean }): void {
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
