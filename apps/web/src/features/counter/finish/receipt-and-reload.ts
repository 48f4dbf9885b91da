import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { asReceived } from '../../../api/answers/received.ts';
import { paths } from '../../../navigation/paths.ts';
import { isDialogOpen, onDialogs } from '../../../ui/open-dialogs.ts';
import {
  openPrintPage,
  setReceiptBlocked,
  storeForPrinting,
} from '../../../ui/paper/tab/print-tab.ts';
import { opensAgain } from '../../kept/server-away.tsx';
import { useCounter, useCounterStore } from '../sale/counter-context.ts';
import { type CounterState, isFilled } from '../sale/counter-state.ts';
import {
  forgetWaitingReceipt,
  isSignedIn,
  keepFocus,
  readWaitingReceipt,
} from '../sale/counter-store.ts';

const RECEIPT_AFTER_MS = 3000;
const RELOAD_AFTER_MS = 3500;
/**
 * The tab of the receipt takes the keys, and what comes before the browser has drawn a new page reaches nobody. So
 * both wait for a pause in the keys, and the reload for the end of a press and of a dialog, which would lose what is
 * filled in. Keys after that: early-keys.ts.
 */
const PAUSE_MS = 400;
/** A seller who fills in the next order pauses longer, to ask and to fetch: the receipt waits for such a pause. */
const BREATH_MS = 1000;

/**
 * Opens the receipt of a sale in a new tab, and then loads the page again for a fresh counter. A next order that
 * is begun by then has the message end at once, and is sold on the page as it is: keys that come while a page loads
 * could be lost. If the seller leaves the counter before the receipt opens, a link to it waits there. After a kept
 * sale the page stays, since no server could send it again, and the receipt opens in its place where it could not
 * open in a tab.
 */
export function useReceiptAndReload(seller: number): void {
  const { read, dispatch } = useCounterStore();
  const navigate = useNavigate();
  const made = useCounter((state) => state.made);
  // Its message may have ended.
  const [sale, setSale] = useState(made);
  if (made && made !== sale) setSale(made);
  useEffect(() => {
    if (!sale) return;
    const inPlace = sale.kept !== undefined && !opensAgain();
    const store = () =>
      storeForPrinting(asReceived(sale), { printAtOnce: true, ofFinishedSale: !inPlace });
    store();
    // The receipt's tab copies the stored data when it opens. They are stored again then, because a closing
    // slip made in the meantime uses the same place.
    const release = () => {
      forgetWaitingReceipt(seller);
      store();
    };
    const since = performance.now();
    let pressed = false;
    let isOpen = false;
    const left = (ms: number, pause: number) => Math.max(since + ms - performance.now(), pause);
    const openReceipt = () => {
      isOpen = true;
      release();
      if (inPlace) void navigate({ to: paths.receipt });
      else setReceiptBlocked(openPrintPage(paths.receipt) === 'blocked');
      goOnLater();
    };
    const goOn = () => {
      if (!isOpen) return;
      if (sale.kept || isBegun(read())) {
        listening.abort();
        return dispatch({ type: 'made-read' });
      }
      // Their end asks again.
      if (pressed || isDialogOpen()) return;
      // Until the new page is there, keys still come here. They must not begin the reload anew.
      listening.abort();
      window.addEventListener('pagehide', keepFocus);
      window.location.reload();
    };
    let receipt = setTimeout(openReceipt, RECEIPT_AFTER_MS);
    let next = setTimeout(goOn, RELOAD_AFTER_MS);
    const goOnLater = () => {
      clearTimeout(next);
      next = setTimeout(goOn, left(RELOAD_AFTER_MS, PAUSE_MS));
    };
    const hear = (event?: Event) => {
      const { type, button } = (event ?? {}) as Partial<PointerEvent>;
      // A context menu may swallow the end of another button's press, and the receipt's tab that of any.
      if (type !== 'keyup') pressed = type === 'pointerdown' && button === 0;
      else if (!isOpen) {
        clearTimeout(receipt);
        const pause = isBegun(read()) ? BREATH_MS : PAUSE_MS;
        receipt = setTimeout(openReceipt, left(RECEIPT_AFTER_MS, pause));
      }
      goOnLater();
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    for (const type of ['keyup', 'pointerdown', 'pointerup', 'pointercancel']) {
      window.addEventListener(type, hear, options);
    }
    // Of the window, and not of its fields.
    window.addEventListener('blur', hear, { signal: listening.signal });
    listening.signal.addEventListener('abort', onDialogs(hear));
    return () => {
      listening.abort();
      clearTimeout(receipt);
      clearTimeout(next);
      // It is open already, or the one that waits is the next sale's by now.
      if (isOpen || !readWaitingReceipt(seller) || !isSignedIn(seller)) return;
      release();
      setReceiptBlocked(true);
    };
  }, [sale, seller, read, dispatch, navigate]);
}

/** Also by a text that is searched. */
const isBegun = (state: CounterState) => isFilled(state) || isSearching();

const isSearching = () => {
  const field = document.activeElement;
  const isSearch = field instanceof HTMLInputElement && field.role === 'combobox';
  return isSearch && field.value.trim() !== '';
};
