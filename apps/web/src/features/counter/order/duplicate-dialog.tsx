import { Text } from '@mantine/core';
import { type Dispatch, memo, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import type { CounterAction, Duplicate } from '../sale/counter-state.ts';

type Props = {
  duplicate: Duplicate | null;
  /** What the product's line holds already. */
  listed: number;
  dispatch: Dispatch<CounterAction>;
  /** After the question was answered, either way. */
  onAnswered: () => void;
};

/** Asks whether a product that is in the list should be summed into its line. */
export const DuplicateDialog = memo(function DuplicateDialog(props: Props) {
  const { duplicate, listed, dispatch, onAnswered } = props;
  const scanned = useScanGuard(duplicate !== null);
  const close = () => {
    dispatch({ type: 'duplicate-answered', sum: false });
    onAnswered();
  };

  // Not even a closed dialog: it would be drawn at each key that is pressed on the page.
  if (!duplicate) return null;
  return (
    <ConfirmDialog
      opened
      confirmLabel="Confirmar"
      onConfirm={() => dispatch({ type: 'duplicate-answered', sum: true })}
      onClose={close}
      returnFocus={false}
    >
      <Text>
        Este item já está na lista
        {duplicate.quantity === listed && <strong> COM ESSA MESMA QUANTIDADE</strong>}. Deseja somar
        a quantidade?
      </Text>
      <Text mt="xs" c="dimmed">
        {duplicate.product.name}: {listed} + {duplicate.quantity} ={' '}
        <strong>{listed + duplicate.quantity}</strong>
      </Text>
      <Text role="alert" size="sm" mt="xs" mih="1.5em" c="red.7">
        {scanned && 'Responda antes de ler o próximo código.'}
      </Text>
    </ConfirmDialog>
  );
});

/** The Enter that ends a code scanned into the open dialog would answer it: that one is swallowed. */
function useScanGuard(opened: boolean): boolean {
  const [scanned, setScanned] = useState(false);
  useEffect(() => {
    if (!opened) return;
    setScanned(false);
    let characters = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) {
        characters++;
        event.preventDefault();
      } else if (event.key === 'Enter' && characters > 0) {
        characters = 0;
        event.preventDefault();
        event.stopPropagation();
        setScanned(true);
      }
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [opened]);
  return scanned;
}
