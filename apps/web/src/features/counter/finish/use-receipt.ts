import type { Sale } from '@balcao/contract/sales.ts';
import { useEffect, useState } from 'react';
import { readSession } from '../../../api/session.ts';
import { paths } from '../../../navigation/paths.ts';
import {
  openPrintPage,
  receiptBlocked,
  setReceiptBlocked,
  storeForPrinting,
} from '../../../ui/paper/print-tab.ts';
import { type FieldName, useCounterFocus } from '../panel/counter-focus.tsx';
import { clearPending } from '../sale/pending-sale.ts';

const RECEIPT_AFTER_MS = 3000;
const RELOAD_AFTER_MS = 3500;

/**
 * After a sale: its receipt in a new tab, then a fresh counter. When the counter is left before that, the
 * sale is over all the same, and a link to its receipt waits at the counter.
 */
export function useReceiptAndReload(sale: Sale | undefined, seller: number): void {
  const { current } = useCounterFocus();
  useEffect(() => {
    if (!sale) return;
    let over = false;
    const endSale = () => {
      over = true;
      // Before the tab is opened, which gets a copy of what is stored here. Stored again: a closing may
      // have been made meanwhile.
      storeForPrinting(sale, { printAtOnce: true });
      clearPending(seller);
    };
    const receipt = setTimeout(() => {
      endSale();
      if (openPrintPage(paths.receipt) === 'blocked') setReceiptBlocked(true);
    }, RECEIPT_AFTER_MS);
    const reload = setTimeout(() => {
      keepFocus(current());
      window.location.reload();
    }, RELOAD_AFTER_MS);
    return () => {
      clearTimeout(receipt);
      clearTimeout(reload);
      if (over || readSession()?.user.id !== seller) return;
      endSale();
      setReceiptBlocked(true);
    };
  }, [sale, seller, current]);
}

const FOCUS_KEY = 'counter-focus';

function keepFocus(name: FieldName | undefined): void {
  if (name) sessionStorage.setItem(FOCUS_KEY, name);
}

/** Where somebody was typing when the counter was reloaded after a sale. True once. */
export function takeKeptFocus(): FieldName | undefined {
  const name = sessionStorage.getItem(FOCUS_KEY) as FieldName | null;
  sessionStorage.removeItem(FOCUS_KEY);
  return name ?? undefined;
}

/** Whether the browser refused to open the last receipt, and how to be done with it. */
export function useBlockedReceipt(): [boolean, () => void] {
  const [blocked, setBlocked] = useState(receiptBlocked);
  const settle = () => {
    setReceiptBlocked(false);
    setBlocked(false);
  };
  return [blocked, settle];
}
