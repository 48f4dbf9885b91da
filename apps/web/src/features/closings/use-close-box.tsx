import { businessDayOf } from '@balcao/domain/business-day.ts';
import { Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { paths } from '../../navigation/paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { PrintPageLink } from '../../ui/paper/print-page-link.tsx';
import { openPrintPage, storeForPrinting } from '../../ui/paper/print-tab.ts';
import { ownBoxQuery } from '../cash-box/cash-box.queries.ts';
import { ParkedNotice } from '../parked-sales/parked-notice.tsx';
import { parkedSalesQuery } from '../parked-sales/parked-sales.queries.ts';
import { useCountBox } from './use-count-box.tsx';

/** Closes the seller's open box, or else their day, and opens its slip. `dialogs` has to be rendered. */
export function useCloseBox(sellerId: number | undefined) {
  const [result, setResult] = useState<'opened' | 'blocked' | 'no-sales'>();
  const queries = useQueryClient();
  const [parked, setParked] = useState(0);
  const dismiss = () => setResult(undefined);

  const run = async () => {
    // The stored user may lack an id.
    if (!sellerId) return;
    try {
      // If the box can't be read, the day closes: without sales outside a box it says so.
      const own = await queries
        .fetchQuery({ ...ownBoxQuery(sellerId), staleTime: 0 })
        .catch(() => null);
      if (own?.box) return await count.start(own.box);
      const body = { date: businessDayOf(new Date()), seller_id: sellerId };
      const closing = await call('closeBox', { body });
      void countParked();
      if ('message' in closing) return setResult('no-sales');
      storeForPrinting(closing, { printAtOnce: true });
      setResult(openPrintPage(paths.closingSlip));
    } catch (error) {
      console.error(error);
    }
  };

  const countParked = async () => {
    if (!sellerId) return;
    // The closing is made; without a response it mentions nothing.
    const waiting = await queries.fetchQuery(parkedSalesQuery(sellerId)).catch(() => []);
    setParked(waiting.length);
  };
  const count = useCountBox(countParked);

  return {
    run: () => void run(),
    dialogs: (
      <>
        <ConfirmDialog opened={result === 'no-sales'} onClose={dismiss}>
          Nenhuma venda realizada hoje
        </ConfirmDialog>
        <Modal opened={result === 'blocked'} onClose={dismiss} title="Caixa fechado">
          <Text mb="sm">O navegador bloqueou a janela do fechamento.</Text>
          <PrintPageLink to={paths.closingSlip}>Abrir o fechamento</PrintPageLink>
        </Modal>
        {count.dialog}
        {parked > 0 && <ParkedNotice count={parked} onClose={() => setParked(0)} />}
      </>
    ),
  };
}
