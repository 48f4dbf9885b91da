import { type Cents, cents, formatCents } from '@balcao/domain/money.ts';
import { Button, Group } from '@mantine/core';
import type { Dispatch } from 'react';
import { flushSync } from 'react-dom';
import { focusField, focusPaid } from '../parts/counter-focus.ts';
import { KeyHint } from '../parts/key-hint.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import { cashRow, missingIn, type PaymentRow } from '../sale/payment-lines.ts';

type Props = {
  payments: readonly PaymentRow[];
  totalGeneral: Cents;
  missing: Cents;
  locked: boolean;
  dispatch: Dispatch<CounterAction>;
};

/** The notes that a client pays with, in reais; three are offered, from the smallest that is enough. */
const NOTES = [5, 10, 20, 50, 100, 200];

function notesFor(due: Cents): number[] {
  const enough = NOTES.filter((note) => note * 100 >= due);
  return enough.length > 3 ? enough.slice(0, 3) : NOTES.slice(-3);
}

/** A button with the rest to pay, and for cash also the notes and the exact sum. */
export function QuickAmounts(props: Props) {
  const { payments, totalGeneral, missing, locked, dispatch } = props;
  const cash = cashRow(payments);
  const exact = cash < 0 ? missing : missingIn(payments, cash, totalGeneral);

  const enter = (row: number, amount: Cents) => {
    const left = missingIn(payments, row, totalGeneral);
    flushSync(() => dispatch({ type: 'amount-typed', row, amount }));
    if (amount >= left) focusPaid(row);
    else focusField(`amount-${row}`);
  };
  const payMissing = () => {
    const unfilled = payments.findIndex(({ method, amount }) => method !== null && amount === null);
    if (unfilled >= 0) return enter(unfilled, missing);
    const free = payments.findIndex(({ method }) => method === null);
    focusField(free >= 0 ? `method-${free}` : `amount-${payments.length - 1}`);
  };

  return (
    // Room for two lines, so that nothing below moves.
    <Group className="money" gap={4} mih={56} mt={6} mb={2} style={{ alignContent: 'flex-start' }}>
      {missing > 0 && (
        <KeyHint shows="+">
          <Button
            size="compact-sm"
            variant="default"
            aria-keyshortcuts="+"
            onClick={payMissing}
            disabled={locked}
          >
            Faltam {formatCents(missing)}
          </Button>
        </KeyHint>
      )}
      {cash >= 0 && (
        <Group role="group" aria-label={`Recebido em ${payments[cash]?.method}`} gap={4} ml="auto">
          {notesFor(exact).map((note) => (
            <Button
              key={note}
              size="compact-sm"
              variant="light"
              aria-label={`R$ ${note}`}
              onClick={() => enter(cash, cents(note * 100))}
              disabled={locked}
            >
              {note}
            </Button>
          ))}
          <Button
            size="compact-sm"
            variant="light"
            onClick={() => enter(cash, exact)}
            disabled={locked}
          >
            Exato
          </Button>
        </Group>
      )}
    </Group>
  );
}
