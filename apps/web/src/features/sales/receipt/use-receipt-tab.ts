import { useEffect } from 'react';
import { isReceiptOfSale, takeFirstShowing } from '../../../ui/paper/print-tab.ts';

/**
 * Esc closes the tab of a receipt. The receipt of a finished sale also closes the tab of the one before.
 * A channel reaches that tab although the counter that opened it has reloaded since.
 */
export function useReceiptTab(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // In a select, Esc closes its list.
      if (event.key === 'Escape' && !(event.target instanceof HTMLSelectElement)) window.close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (!isReceiptOfSale()) return;
    const channel = new BroadcastChannel('receipt-of-sale');
    channel.onmessage = () => window.close();
    // A reload of an older receipt must not close a newer one.
    if (takeFirstShowing()) channel.postMessage('next');
    return () => channel.close();
  }, []);
}
