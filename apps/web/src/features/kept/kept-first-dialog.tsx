import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useKeptSales } from './kept-sales.ts';
import { keptWords } from './kept-words.ts';

export type KeptFirst = {
  /** What waits for the sales: 'O caixa fecha depois delas.' */
  why: string;
  confirm: string;
  /** It may be done before they have gone. */
  anyway?: string;
};

type Props = KeptFirst & { onConfirm: () => void; onClose: () => void };

/** Names what is kept, and waits until it has gone. */
export function KeptFirstDialog({ why, confirm, anyway, onConfirm, onClose }: Props) {
  const { own } = useKeptSales();
  // What the server has refused is for an administrator, and nothing waits for it.
  const waiting = own.filter(({ problem }) => !problem).length;
  return (
    <ConfirmDialog
      opened
      careful
      confirmLabel={waiting > 0 && anyway ? anyway : confirm}
      canConfirm={waiting === 0 || anyway !== undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text>
        {own.length > 0
          ? `${keptWords(own.length)} neste computador ${own.length === 1 ? 'ainda não foi enviada' : 'ainda não foram enviadas'}. ${why}`
          : 'As vendas guardadas já foram enviadas.'}
      </Text>
    </ConfirmDialog>
  );
}
