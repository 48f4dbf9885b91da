import { businessDayOf } from '@balcao/domain/business-day.ts';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { paths } from '../../navigation/paths.ts';
import { openPrintPage, storeForPrinting } from '../../ui/paper/print-tab.ts';

/** What the user still has to read after a closing: it had no sales, or its slip could not open. */
export type CloseBoxState = 'silent' | 'no-sales' | 'blocked';

/** Closes the seller's box of today and opens its slip. */
export function useCloseBox(sellerId: number | undefined) {
  const [state, setState] = useState<CloseBoxState>('silent');

  const run = async () => {
    if (!sellerId) return;
    try {
      const body = { date: businessDayOf(new Date()), seller_id: sellerId };
      const answer = await call('closeBox', { body });
      if ('message' in answer) return setState('no-sales');
      storeForPrinting(answer, { printAtOnce: true });
      setState(openPrintPage(paths.closingSlip) === 'blocked' ? 'blocked' : 'silent');
    } catch (error) {
      console.error(error);
    }
  };

  return { state, run: () => void run(), dismiss: () => setState('silent') };
}
