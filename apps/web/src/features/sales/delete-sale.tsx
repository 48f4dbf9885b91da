import type { Sale } from '@balcao/contract/sales.ts';
import { formatDay } from '@balcao/domain/business-day.ts';
import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useRemoval } from '../../ui/dialogs/use-removal.ts';
import { headingIfFocusIsLost } from '../../ui/fields/focus.ts';
import { Notice } from '../../ui/messages/notice.tsx';
import { NOTICE_MS, type Outcome } from '../../ui/messages/outcome.ts';
import { amountOf } from './sale-columns.tsx';
import { removeSale, SALES_KEY } from './sales.queries.ts';

const said = {
  done: 'Venda excluída com sucesso!',
  failed: 'Erro ao excluir a venda.',
  doneMs: NOTICE_MS,
};

/** Asks, deletes, says so for three seconds, and then has the list loaded again. */
export function useSaleDeletion() {
  const queryClient = useQueryClient();
  const [notice, setNotice] = useState<Outcome | null>(null);
  const reload = () => queryClient.invalidateQueries({ queryKey: SALES_KEY });
  const removal = useRemoval<Sale>({
    remove: removeSale,
    said,
    onDone: (outcome) => {
      setNotice(outcome);
      // Again when the notice goes; but what is gone must not be there to be printed until then.
      void reload().then(headingIfFocusIsLost);
    },
  });
  const sale = removal.asking?.row;

  return {
    ask: (which: Sale) => removal.ask(which, 'list'),
    isRemoving: removal.isRemoving,
    dialogs: (
      <>
        <ConfirmDialog
          opened={sale !== undefined}
          confirmLabel="Excluir"
          onConfirm={() => sale && removal.run(sale)}
          onClose={removal.dismiss}
        >
          <Text>Tem certeza que deseja excluir essa venda?</Text>
          {sale && (
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {formatDay(new Date(sale.created_at))}, {sale.client_data.name}, {amountOf(sale)}
            </Text>
          )}
        </ConfirmDialog>
        {notice && (
          <Notice
            outcome={notice}
            onEnd={() => {
              setNotice(null);
              void reload();
            }}
          />
        )}
      </>
    ),
  };
}
