import type { Cents } from '@balcao/domain/money.ts';
import type { PixReceiver } from '@balcao/domain/pix/br-code.ts';
import { Box, Button, Text } from '@mantine/core';
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { type Dispatch, type KeyboardEvent, memo } from 'react';
import { flushSync } from 'react-dom';
import { type FieldId, focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { PixQr } from './pix-qr.tsx';

type Props = {
  index: number;
  pix: PixReceiver;
  amount: Cents;
  txid: string;
  found: boolean;
  /** The field that Enter leads to. */
  next: FieldId;
  locked: boolean;
  dispatch: Dispatch<CounterAction>;
};

/** Under a row that is paid by Pix: the QR code until the seller has found the payment at the bank. */
export const PixLine = memo(function PixLine(props: Props) {
  const { index, pix, amount, txid, found, next, locked, dispatch } = props;
  const note = `pix-note-${index}`;
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // An Enter held down since the amount confirms nothing.
    if (event.repeat) return;
    flushSync(() => dispatch({ type: 'pix-found', row: index, txid }));
    focusField(next);
  };
  return (
    <Box role="group" aria-label={`Pix ${index + 1}`} mb={4}>
      {!found && <PixQr pix={pix} amount={amount} txid={txid} />}
      {/* A button, not an input: a scanner's Enter confirms nothing there either. */}
      <Button
        id={`pix-${index}`}
        role="checkbox"
        aria-checked={found}
        aria-describedby={found ? undefined : note}
        fullWidth
        size="md"
        px="xs"
        fz="sm"
        variant={found ? 'light' : 'outline'}
        color={found ? 'green' : 'petrol'}
        justify="flex-start"
        leftSection={
          found ? (
            <IconSquareCheckFilled size={20} aria-hidden />
          ) : (
            <IconSquare size={20} aria-hidden />
          )
        }
        disabled={locked}
        onClick={() => dispatch({ type: 'pix-found', row: index, txid: found ? null : txid })}
        onKeyDown={onEnter}
      >
        Conferi o pagamento no banco
      </Button>
      {!found && (
        <Text id={note} size="xs" c="dimmed" mt={4}>
          O Balcão não vê o banco: confira lá antes de confirmar.
        </Text>
      )}
    </Box>
  );
});
