import { Text } from '@mantine/core';
import { whole } from '../../ui/counts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { type KeptHere, useKeptSales } from './kept-sales.ts';

export const keptNoun = (count: number): string =>
  count === 1 ? 'venda guardada' : 'vendas guardadas';

/** '2 vendas guardadas' */
const keptWords = (count: number): string => `${whole(count)} ${keptNoun(count)}`;

/** Another person's sales are sent by that person alone. */
export function waitingFor({ seller, count }: KeptHere['others'][number]): string {
  const wait = count === 1 ? 'espera' : 'esperam';
  return `${keptWords(count)} de ${seller} ${wait} que ${seller} entre neste computador.`;
}

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
  // A refused one is for an administrator, and nothing waits for it.
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
