import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { useEffect, useEffectEvent } from 'react';
import type { CounterState } from '../sale/counter-state.ts';
import type { PaymentRow } from '../sale/payment-lines.ts';
import type { SaleDraft } from '../sale/sale-draft.ts';
import { type FieldId, focusField, takeKeptFocus } from './counter-focus.ts';

/** Focuses the next thing to do: at the start, after each step, and where something is missing. */
export function useStepFocus({ flag, obstacle, draft }: CounterState): void {
  const focusStep = useEffectEvent(() => {
    if (flag === 1) focusField('method-0');
    else focusField(takeKeptFocus() ?? nextInOrder(draft), 'end');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of step moves the focus
  useEffect(() => focusStep(), [flag]);

  const focusObstacle = useEffectEvent(() => {
    if (obstacle)
      focusField(obstacle.field === 'amount' ? amountToFill(draft.payments) : obstacle.field);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new obstacle moves the focus
  useEffect(() => focusObstacle(), [obstacle]);
}

/** The first field of the order that is still to be filled. */
export function nextInOrder({ client }: SaleDraft): FieldId {
  if (client.digits.length < CPF_DIGITS) return 'cpf';
  return client.name.trim() === '' ? 'client-name' : 'code';
}

/** The first amount that is missing; when none is, the last, which is too small or too large. */
function amountToFill(payments: readonly PaymentRow[]): FieldId {
  const missing = payments.findIndex((row) => row.method !== null && row.amount === null);
  if (missing >= 0) return `amount-${missing}`;
  return `amount-${payments.findLastIndex((row) => row.method !== null)}`;
}
