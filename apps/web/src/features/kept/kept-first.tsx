import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { counted } from '../../ui/counts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useKeptSales } from './kept-sales.ts';

type Words = {
  /** What waits for the sales: 'O caixa fecha depois do envio.' */
  why: string;
  confirm: string;
  /** It may be done before they have gone. */
  anyway?: string;
};

const ONE = 'venda guardada neste computador ainda não foi enviada';
const MANY = 'vendas guardadas neste computador ainda não foram enviadas';

/** Has what ends a seller's day wait until the server has what this computer keeps. `dialog` has to be rendered. */
export function useKeptFirst({ why, confirm, anyway }: Words): {
  first: (act: () => void) => void;
  dialog: ReactNode;
} {
  const { own } = useKeptSales();
  const [act, setAct] = useState<() => void>();
  // A refused one is for an administrator, and nothing waits for it.
  const isWaiting = own.some(({ problem }) => !problem);
  return {
    first: (wanted) => (own.length > 0 ? setAct(() => wanted) : wanted()),
    dialog: act && (
      <ConfirmDialog
        opened
        careful
        confirmLabel={isWaiting && anyway ? anyway : confirm}
        canConfirm={!isWaiting || anyway !== undefined}
        onConfirm={act}
        onClose={() => setAct(undefined)}
      >
        <Text>
          {own.length > 0
            ? `${counted(own.length, ONE, MANY)}. ${why}`
            : 'As vendas guardadas já foram enviadas.'}
        </Text>
      </ConfirmDialog>
    ),
  };
}
