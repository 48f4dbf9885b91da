import type { OpenBox } from '@balcao/contract/cash-boxes.ts';
import type { Closing } from '@balcao/contract/closings.ts';
import { type ComponentProps, useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { PrintPageLink } from '../../ui/paper/print-page-link.tsx';
import { openPrintPage, storeForPrinting } from '../../ui/paper/print-tab.ts';
import type { CountDialog } from '../cash-box/count/count-dialog.tsx';

type Counting = Pick<ComponentProps<typeof CountDialog>, 'box'> & {
  /** Loaded with its first use. */
  readonly Dialog: typeof CountDialog;
};

/** Counts and closes a box and opens its slip. `dialog` has to be rendered. */
export function useCountBox(onClosed?: () => unknown) {
  const [counting, setCounting] = useState<Counting>();

  const openSlip = (closing: Closing) => {
    storeForPrinting(closing, { printAtOnce: true });
    void onClosed?.();
    return openPrintPage(paths.closingSlip) === 'opened' ? (
      'O fechamento abriu em outra janela.'
    ) : (
      <PrintPageLink to={paths.closingSlip}>Abrir o fechamento</PrintPageLink>
    );
  };

  return {
    start: async (box: OpenBox) => {
      const { CountDialog } = await import('../cash-box/count/count-dialog.tsx');
      setCounting({ box, Dialog: CountDialog });
    },
    dialog: counting && (
      <counting.Dialog
        box={counting.box}
        onClosing={openSlip}
        onClose={() => setCounting(undefined)}
      />
    ),
  };
}
