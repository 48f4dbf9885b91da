/**
 * A print page gets its data through sessionStorage. A tab opened by a script (without noopener) or by a
 * link with rel="opener" gets its own copy.
 */
export const DATA_KEY = 'data';
export const PRINT_KEY = 'print';
export const BLOCKED_KEY = 'receipt-blocked';
/** Set in the tab of a finished sale's receipt: 'new' until it has been shown. */
export const OF_SALE_KEY = 'receipt-of-sale';

/** When the paper in this tab was printed again from a list, which stores what it lists and nothing else. */
export const REPRINTED_KEY = 'reprinted-at';

/** Papers name clients and their CPFs, which the next user of this tab must not see. */
export function forgetPapers(): void {
  for (const key of [DATA_KEY, PRINT_KEY, OF_SALE_KEY, BLOCKED_KEY, REPRINTED_KEY]) {
    sessionStorage.removeItem(key);
  }
}
