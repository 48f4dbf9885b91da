import { useEffect, useEffectEvent, useRef } from 'react';
import { takeKeptFocus } from '../finish/use-receipt.ts';
import type { CounterState } from '../sale/counter-state.ts';
import type { PaymentRow } from '../sale/payment-rows.ts';
import { LOOKUP_DIGITS } from '../sale/person.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import { type FieldName, useCounterFocus } from './counter-focus.tsx';

/** The next thing to do is the focused thing: at the start, after each step, and where something is missing. */
export function useStepFocus({ flag, obstacle, draft }: CounterState): void {
  const next = useEffectEvent(() => takeKeptFocus() ?? nextInOrder(draft));
  const { focus } = useCounterFocus();
  const lastFlag = useRef<number | null>(null);

  useEffect(() => {
    if (lastFlag.current === flag) return;
    lastFlag.current = flag;
    if (flag === 1) focus('method-0');
    // Somebody may have been typing there when the page was reloaded.
    else focus(next(), 'end');
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

function nextInOrder({ client }: SaleDraft): FieldName {
  if (client.digits.length < LOOKUP_DIGITS) return 'cpf';
  return client.name.trim() === '' ? 'client-name' : 'code';
}

/** The first amount that is missing; when all are there, the last, which is too small or too large. */
function amountToFill(payments: readonly PaymentRow[]): FieldName {
  const missing = payments.findIndex((row) => row.method !== null && row.amount === null);
  if (missing >= 0) return `amount-${missing}`;
  return `amount-${payments.findLastIndex((row) => row.method !== null)}`;
}
