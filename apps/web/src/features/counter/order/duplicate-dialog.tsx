import { Text } from '@mantine/core';
import { type Dispatch, memo, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { focusField } from '../panel/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { SaleItem } from '../sale/sale-item.ts';

type Props = {
  duplicate: SaleItem | null;
  /** The quantity in the product's line. */
  listed: number;
  dispatch: Dispatch<CounterAction>;
};

/** Asks whether to add the quantity of a listed product to its line. */
export const DuplicateDialog = memo(function DuplicateDialog(props: Props) {
  const { duplicate, listed, dispatch } = props;
  const scanned = useScanGuard(duplicate !== null);
  // A closed Modal would still render at every key press on the page.
  if (!duplicate) return null;
  return (
    <ConfirmDialog
      opened
      confirmLabel="Confirmar"
      onConfirm={() => dispatch({ type: 'duplicate-answered', sum: true })}
      onClose={() => {
        dispatch({ type: 'duplicate-answered', sum: false });
        focusField('code');
      }}
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

/** Swallows the Enter that ends a code scanned into the open dialog: it would press a button. */
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
