import { Text } from '@mantine/core';
import { counted } from '../../ui/counts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useKeptSales } from './kept-sales.ts';

export type KeptFirst = {
  /** What waits for the sales: 'O caixa fecha depois delas.' */
  why: string;
  confirm: string;
  /** It may be done before they have gone. */
  anyway?: string;
};

const ONE = 'venda guardada neste computador ainda não foi enviada';
const MANY = 'vendas guardadas neste computador ainda não foram enviadas';

type Props = KeptFirst & { onConfirm: () => void; onClose: () => void };

/** Names what is kept, and waits until it has gone. */
export function KeptFirstDialog({ why, confirm, anyway, onConfirm, onClose }: Props) {
  const { own } = useKeptSales();
  // A refused one is for an administrator, and nothing waits for it.
  const isWaiting = own.some(({ problem }) => !problem);
  return (
    <ConfirmDialog
      opened
      careful
      confirmLabel={isWaiting && anyway ? anyway : confirm}
      canConfirm={!isWaiting || anyway !== undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text>
        {own.length > 0
          ? `${counted(own.length, ONE, MANY)}. ${why}`
          : 'As vendas guardadas já foram enviadas.'}
      </Text>
    </ConfirmDialog>
  );
}
