import type { ListedClosing } from '@balcao/contract/cash-boxes/closings.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asReceived } from '../../api/answers/received.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../navigation/paths.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { headingIfFocusIsLost } from '../../ui/fields/focus.ts';
import { usePaper } from '../../ui/paper/tab/use-paper.tsx';

/** `id` tells the rows of the list apart. */
type ClosedDay = Pick<ListedClosing, 'id' | 'date' | 'seller_id'>;

/** Closes the day of a row again and opens its slip, as FECHAR CAIXA does. `dialogs` has to be rendered. */
export function useCloseAgain(queryKey: readonly string[]) {
  const queries = useQueryClient();
  const slip = usePaper(paths.closingSlip, 'Fechamento');
  const [message, setMessage] = useState<string>();
  const closing = useMutation({
    mutationFn: ({ date, seller_id }: ClosedDay) => call('closeBox', { body: { date, seller_id } }),
    onSuccess: (closed) => {
      void queries.invalidateQueries({ queryKey }).then(headingIfFocusIsLost);
      if ('message' in closed) {
        return setMessage('Não há mais nenhuma venda neste dia: o último fechamento continua.');
      }
      slip.open(asReceived(closed), { printAtOnce: true });
    },
    meta: { failure: 'The day could not be closed again' },
    onError: () => {
      setMessage('Não foi possível fechar de novo. Tente outra vez.');
    },
  });
  return {
    run: closing.mutate,
    isRunning: ({ id }: ClosedDay) => closing.isPending && closing.variables.id === id,
    dialogs: (
      <>
        <ConfirmDialog opened={message !== undefined} onClose={() => setMessage(undefined)}>
          {message}
        </ConfirmDialog>
        {slip.blocked}
      </>
    ),
  };
}
