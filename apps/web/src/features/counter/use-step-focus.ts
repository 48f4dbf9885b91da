import { useEffect, useRef } from 'react';
import { type FieldName, useCounterFocus } from './counter-focus.tsx';
import type { CounterState } from './counter-state.ts';
import type { PaymentRow } from './payment-rows.ts';

/** The next thing to do is the focused thing: at the start, after each step, and where something is missing. */
export function useStepFocus({ flag, obstacle, draft }: CounterState): void {
  const { focus } = useCounterFocus();
  const lastFlag = useRef<number | null>(null);

  useEffect(() => {
    if (lastFlag.current === flag) return;
    const first = lastFlag.current === null;
    lastFlag.current = flag;
    if (flag === 1) focus('method-0');
    else focus(first ? 'cpf' : 'code');
  }, [flag, focus]);

  const payments = useRef(draft.payments);
  payments.current = draft.payments;
  useEffect(() => {
    if (!obstacle) return;
    const { field } = obstacle;
    if (field === 'method') focus('method-0');
    else if (field === 'amount') focus(amountToFill(payments.current));
    else focus(field);
  }, [obstacle, focus]);
}

/** The first amount that is missing; when all are there, the last, which is too small or too large. */
function amountToFill(payments: readonly PaymentRow[]): FieldName {
  const missing = payments.findIndex((row) => row.method !== null && row.amount === null);
  if (missing >= 0) return `amount-${missing}`;
  return `amount-${payments.findLastIndex((row) => row.method !== null)}`;
}
