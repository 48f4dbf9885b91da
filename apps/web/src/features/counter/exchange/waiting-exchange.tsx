import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import type { CounterState } from '../sale/counter-state.ts';

type Props = { state: CounterState; onPark: () => void; onDrop: () => void };

/** An exchange was started while the counter holds an order. */
export function WaitingExchange({ state, onPark, onDrop }: Props) {
  const { waiting, draft, sent } = state;
  if (!waiting) return null;
  const parkable = draft.exchange === undefined && sent.length === 0;
  return (
    <ConfirmDialog
      opened
      {...(parkable && { onConfirm: onPark })}
      confirmLabel="Deixar em espera"
      onCancel={onDrop}
      onClose={() => {}}
      returnFocus={false}
    >
      <Text>
        {parkable
          ? `Há um pedido no balcão. Para começar a troca da venda nº ${waiting.sale.id}, ele fica em espera.`
          : `O balcão está com outra troca ou com uma venda por terminar. Termine-a, e comece a troca da venda nº ${waiting.sale.id} de novo.`}
      </Text>
    </ConfirmDialog>
  );
}
