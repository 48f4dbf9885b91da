import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import type { StartedExchange } from '../../corrections/record/started-exchange.ts';
import type { OrderRecord } from '../sale/stored-order.ts';

type Props = {
  exchange: StartedExchange;
  order: OrderRecord;
  onPark: () => void;
  onDrop: () => void;
};

/** An exchange was started while the counter holds an order. */
export function WaitingExchange({ exchange, order, onPark, onDrop }: Props) {
  const parkable = order.draft.exchange === undefined && order.sent.length === 0;
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
          ? `Há um pedido no balcão. Para começar a troca da venda nº ${exchange.sale.id}, ele fica em espera.`
          : `O balcão está com outra troca ou com uma venda por terminar. Termine-a, e comece a troca da venda nº ${exchange.sale.id} de novo.`}
      </Text>
    </ConfirmDialog>
  );
}
