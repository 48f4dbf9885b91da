import { useEffect, useState } from 'react';
import { paths } from '../../paths.ts';
import { openPrintPage, receiptBlocked, setReceiptBlocked } from '../printouts/print-tab.ts';
import { clearPending } from './pending-sale.ts';

const RECEIPT_AFTER_MS = 3000;
const RELOAD_AFTER_MS = 3500;

/** After a sale: its receipt in a new tab, then a fresh counter. */
export function useReceiptAndReload(made: boolean, seller: number): void {
  useEffect(() => {
    if (!made) return;
    const receipt = setTimeout(() => {
      // Before the tab is opened: it gets a copy of what is stored here.
      clearPending(seller);
      if (openPrintPage(paths.receipt) === 'blocked') setReceiptBlocked(true);
    }, RECEIPT_AFTER_MS);
    const reload = setTimeout(() => window.location.reload(), RELOAD_AFTER_MS);
    return () => {
      clearTimeout(receipt);
      clearTimeout(reload);
    };
  }, [made, seller]);
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
