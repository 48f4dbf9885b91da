import { Text } from '@mantine/core';
import type { Dispatch } from 'react';
import { flushSync } from 'react-dom';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { SaleItem } from '../sale/sale-item.ts';

type Props = {
  duplicate: SaleItem | null;
  /** The quantity in the product's line. */
  listed: number;
  /** A code has been scanned into the dialog. */
  scanned: boolean;
  dispatch: Dispatch<CounterAction>;
};

/** Asks whether to add the quantity of a listed product to its line. */
export function DuplicateDialog(props: Props) {
  const { duplicate, listed, scanned, dispatch } = props;
  // A closed Modal would still render at every key press on the page.
  if (!duplicate) return null;
  return (
    <ConfirmDialog
      opened
      confirmLabel="Confirmar"
      onConfirm={() => dispatch({ type: 'duplicate-answered', sum: true })}
      onClose={() => {
        // While a dialog is open, the fields take no focus.
        flushSync(() => dispatch({ type: 'duplicate-answered', sum: false }));
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
      <Text role="alert" size="sm" mt="xs" mih="1.5em" c="red">
        {scanned && 'Responda antes de ler o próximo código.'}
      </Text>
    </ConfirmDialog>
  );
}
