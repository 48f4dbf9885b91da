import { useEffect } from 'react';
import { asReceived } from '../../../api/answers/received.ts';
import { paths } from '../../../navigation/paths.ts';
import {
  openPrintPage,
  setReceiptBlocked,
  storeForPrinting,
} from '../../../ui/paper/tab/print-tab.ts';
import type { MadeSale } from '../../sales/receipt/receipt.ts';
import { keepFocus } from '../parts/counter-focus.ts';
import { forgetWaitingReceipt, isSignedIn, readWaitingReceipt } from '../sale/counter-store.ts';

const RECEIPT_AFTER_MS = 3000;
const RELOAD_AFTER_MS = 3500;
/**
 * A key that comes before the browser has drawn the new page may reach nobody, so the reload waits for a pause in
 * the keys. Those after that: early-keys.ts.
 */
const PAUSE_MS = 400;
/** A fast order is typed whole by then. */
const RELOAD_AT_LAST_MS = 10_000;

/**
 * Opens the receipt of a sale in a new tab, and then a fresh counter. If the seller leaves the counter before
 * that, a link to the receipt waits there.
 */
export function useReceiptAndReload(sale: MadeSale | null, seller: number): void {
  useEffect(() => {
    if (!sale) return;
    const store = () =>
      storeForPrinting(asReceived(sale), { printAtOnce: true, ofFinishedSale: true });
    store();
    // The receipt's tab copies the stored data when it opens. They are stored again then, because a closing
    // slip made in the meantime uses the same place.
    const release = () => {
      forgetWaitingReceipt(seller);
      store();
    };
    const receipt = setTimeout(() => {
      release();
      if (openPrintPage(paths.receipt) === 'blocked') setReceiptBlocked(true);
    }, RECEIPT_AFTER_MS);
    const reloadNow = () => {
      // Until the new page is there, keys still come here. They must not begin the reload anew.
      window.removeEventListener('keyup', onKey, true);
      window.addEventListener('pagehide', keepFocus);
      window.location.reload();
    };
    let reload = setTimeout(reloadNow, RELOAD_AFTER_MS);
    const made = performance.now();
    const onKey = () => {
      const since = performance.now() - made;
      if (since > RELOAD_AT_LAST_MS - PAUSE_MS) return;
      clearTimeout(reload);
      reload = setTimeout(reloadNow, Math.max(RELOAD_AFTER_MS - since, PAUSE_MS));
    };
    window.addEventListener('keyup', onKey, true);
    return () => {
      window.removeEventListener('keyup', onKey, true);
      clearTimeout(receipt);
      clearTimeout(reload);
      if (!readWaitingReceipt(seller) || !isSignedIn(seller)) return;
      release();
      setReceiptBlocked(true);
    };
  }, [sale, seller]);
}
