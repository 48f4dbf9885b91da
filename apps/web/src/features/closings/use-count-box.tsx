import type { CashBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { Closing } from '@balcao/contract/cash-boxes/closings.ts';
import { type ReactNode, useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { openPrintPage, storeForPrinting } from '../../ui/paper/tab/print-tab.ts';

const loadDialogs = () => import('../cash-box/count/count-dialog.tsx');

/** Counts and closes a box and opens its slip. `dialog` has to be rendered. */
export function useCountBox(onClosed?: () => unknown) {
  const [dialog, setDialog] = useState<ReactNode>();
  const onClose = () => setDialog(undefined);

  const openSlip = (closing: Closing) => {
    storeForPrinting(closing, { printAtOnce: true });
    return openPrintPage(paths.closingSlip);
  };
  const onClosing = (closing: Closing) => {
    void onClosed?.();
    return openSlip(closing);
  };

  return {
    start: async (box: CashBox) => {
      const { CountDialog } = await loadDialogs();
      setDialog(<CountDialog box={box} onClosing={onClosing} onClose={onClose} />);
    },
    /** Offers the slip of a closed box, which may have been lost with a response or a closed tab. */
    again: async (closing: Closing) => {
      const { ClosedDialog } = await loadDialogs();
      setDialog(<ClosedDialog closing={closing} onPrint={openSlip} onClose={onClose} />);
    },
    dialog,
  };
}
