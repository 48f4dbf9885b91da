import type { OwnBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asReceived } from '../../api/answers/received.ts';
import { call } from '../../api/call.ts';
import { inTime } from '../../api/in-time.ts';
import { paths } from '../../navigation/paths.ts';
import { today } from '../../storage/server-clock.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { usePaper } from '../../ui/paper/tab/use-paper.tsx';
import { ownBoxQuery } from '../cash-box/cash-box.queries.ts';
import { useKeptFirst } from '../kept/kept-first.tsx';
import { ParkedNotice } from '../parked-sales/parked-notice.tsx';
import { parkedSalesQuery } from '../parked-sales/parked-sales.queries.ts';
import { useCountBox } from './use-count-box.tsx';

/** Closes the seller's open box, or else their day, and opens its slip. `dialogs` has to be rendered. */
export function useCloseBox(sellerId: number | undefined) {
  const [noSales, setNoSales] = useState(false);
  /** Whether the seller still looks at the closing. */
  const awaited = useRef(false);
  const slip = usePaper(paths.closingSlip, 'Caixa fechado');
  const queries = useQueryClient();
  const [parked, setParked] = useState(0);

  const run = async () => {
    // The stored user may lack an id.
    if (!sellerId) return;
    try {
      // If the box can't be read in time, the day closes: without sales outside a box it says so. To wait longer
      // would let the browser block the slip.
      const ownBox = { ...ownBoxQuery(sellerId), staleTime: 0, retry: false };
      const known = queries.getQueryData(ownBox.queryKey);
      let isNamedLate = false;
      awaited.current = true;
      const own = await inTime<OwnBox | undefined>(queries.fetchQuery(ownBox), known, (late) => {
        // Once its message is closed, the seller does something else.
        isNamedLate = awaited.current && !known?.box && Boolean(late?.box ?? late?.closing);
        if (isNamedLate && late) showBox(late).catch(console.error);
      });
      if (own?.box) return await showBox(own);
      const body = { date: today(), seller_id: sellerId };
      const closing = await call('closeBox', { body });
      void countParked();
      if (own?.closing) await showBox(own);
      if ('message' in closing) return setNoSales(!own?.closing && !isNamedLate);
      awaited.current = false;
      slip.open(asReceived(closing), { printAtOnce: true });
    } catch (error) {
      console.error(error);
    }
  };

  const dismiss = () => {
    awaited.current = false;
    setNoSales(false);
  };
  const showBox = async ({ box, closing }: OwnBox) => {
    setNoSales(false);
    if (box) await count.start(box);
    else if (closing) await count.again(closing);
  };

  const countParked = async () => {
    if (!sellerId) return;
    // The closing is made; without a response it mentions nothing.
    const waiting = await queries.fetchQuery(parkedSalesQuery(sellerId)).catch(() => []);
    // Another server may answer anything.
    const own = Array.isArray(waiting) ? waiting.filter((row) => !row?.parked_by) : [];
    setParked(own.length);
  };
  const count = useCountBox(countParked);
  const kept = useKeptFirst({
    why: 'O caixa fecha depois do envio.',
    confirm: 'Fechar o caixa',
  });

  return {
    run: () => kept.first(() => void run()),
    isCounting: count.dialog !== undefined,
    dialogs: (
      <>
        <ConfirmDialog opened={noSales} onClose={dismiss}>
          Nenhuma venda realizada hoje
        </ConfirmDialog>
        {slip.blocked}
        {count.dialog}
        {kept.dialog}
        {parked > 0 && <ParkedNotice count={parked} onClose={() => setParked(0)} />}
      </>
    ),
  };
}
