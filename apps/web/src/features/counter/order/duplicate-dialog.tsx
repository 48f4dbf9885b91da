import { Text } from '@mantine/core';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { lineOf } from '../sale/sale-item.ts';

/** Asks whether to add the quantity of a listed product to its line. `scanned`: a code was read into the dialog. */
export function DuplicateDialog({ scanned }: { scanned: boolean }) {
  const dispatch = useDispatch();
  const duplicate = useCounter((state) => state.duplicate);
  const items = useCounter(({ draft }) => draft.items);
  // A closed Modal would still render at every key press on the page.
  if (!duplicate) return null;
  const listed = lineOf(items, duplicate.product.id)?.quantity ?? 0;
  return (
    <ConfirmDialog
      opened
      onConfirm={() => dispatch({ type: 'duplicate-answered', sum: true })}
      onClose={() => dispatch({ type: 'duplicate-answered', sum: false }, 'code')}
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
      <Say rank="refusal" place="field" lines={1} mt="xs">
        {scanned && 'Responda antes de ler o próximo código.'}
      </Say>
    </ConfirmDialog>
  );
}
