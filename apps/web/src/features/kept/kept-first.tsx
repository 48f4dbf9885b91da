import { Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useKeptSales } from './kept-sales.ts';
import { keptWords } from './kept-words.ts';

type Words = {
  /** What waits for the sales: 'O caixa fecha depois delas.' */
  why: string;
  confirm: string;
  /** It may be done before they have gone. */
  anyway?: string;
};

/** Has what ends a seller's day wait until the server has what this computer keeps. `dialog` has to be rendered. */
export function useKeptFirst({ why, confirm, anyway }: Words): {
  first: (act: () => void) => void;
  dialog: ReactNode;
} {
  const { own } = useKeptSales();
  const [act, setAct] = useState<() => void>();
  // What the server has refused is for an administrator, and nothing waits for it.
  const waiting = own.filter(({ problem }) => !problem).length;
  return {
    first: (wanted) => (own.length > 0 ? setAct(() => wanted) : wanted()),
    dialog: (
      <ConfirmDialog
        opened={act !== undefined}
        careful
        confirmLabel={waiting > 0 && anyway ? anyway : confirm}
        canConfirm={waiting === 0 || anyway !== undefined}
        onConfirm={() => act?.()}
        onClose={() => setAct(undefined)}
      >
        <Text>
          {own.length > 0
            ? `${keptWords(own.length)} neste computador ${own.length === 1 ? 'ainda não foi enviada' : 'ainda não foram enviadas'}. ${why}`
            : 'As vendas guardadas já foram enviadas.'}
        </Text>
      </ConfirmDialog>
    ),
  };
}
