import { useEffect } from 'react';
import { asReceived } from '../../../api/answers/received.ts';
import { paths } from '../../../navigation/paths.ts';
import { isDialogOpen, onDialogs } from '../../../ui/open-dialogs.ts';
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
 * the keys, and for the end of a press and of a dialog, which would lose what is filled in. Keys after that:
 * early-keys.ts.
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
    let isOpen = false;
    const openReceipt = () => {
      isOpen = true;
      release();
      if (openPrintPage(paths.receipt) === 'blocked') setReceiptBlocked(true);
    };
    let receipt = setTimeout(openReceipt, RECEIPT_AFTER_MS);
    const made = performance.now();
    const left = (ms: number) => Math.max(ms - (performance.now() - made), PAUSE_MS);
    const listening = new AbortController();
    let pressed = false;
    const reloadNow = () => {
      // Its end asks again.
      if (pressed || isDialogOpen()) return;
      // Until the new page is there, keys still come here. They must not begin the reload anew.
      listening.abort();
      window.addEventListener('pagehide', keepFocus);
      window.location.reload();
    };
    let reload = setTimeout(reloadNow, RELOAD_AFTER_MS);
    const putOff = () => {
      clearTimeout(reload);
      reload = setTimeout(reloadNow, left(RELOAD_AFTER_MS));
    };
    const options = { capture: true, signal: listening.signal };
    const onKey = () => {
      if (performance.now() - made > RELOAD_AT_LAST_MS - PAUSE_MS) return;
      // Its tab takes the keys, also in the middle of a CPF.
      if (!isOpen) {
        clearTimeout(receipt);
        receipt = setTimeout(openReceipt, left(RECEIPT_AFTER_MS));
      }
      putOff();
    };
    window.addEventListener('keyup', onKey, options);
    const onPointer = ({ type, button }: PointerEvent) => {
      // A context menu may swallow the end of another button's press.
      pressed = type === 'pointerdown' && button === 0;
      putOff();
    };
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const) {
      window.addEventListener(type, onPointer, options);
    }
    // The tab of the receipt comes over this one, and gets the end of the press.
    const onBlur = () => {
      pressed = false;
      putOff();
    };
    window.addEventListener('blur', onBlur, { signal: listening.signal });
    const stopHearing = onDialogs(putOff);
    listening.signal.addEventListener('abort', stopHearing);
    return () => {
      listening.abort();
      clearTimeout(receipt);
      clearTimeout(reload);
      if (!readWaitingReceipt(seller) || !isSignedIn(seller)) return;
      release();
      setReceiptBlocked(true);
    };
  }, [sale, seller]);
}
