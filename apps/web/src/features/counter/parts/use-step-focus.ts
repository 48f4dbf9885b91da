import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { useEffect, useEffectEvent } from 'react';
import { type CounterState, flagOf } from '../sale/counter-state.ts';
import { toGiveBack } from '../sale/exchange.ts';
import { NO_PAYMENTS } from '../sale/payment-lines.ts';
import { draftTotals, type SaleDraft } from '../sale/sale-draft.ts';
import { type FieldId, focusField, takeKeptFocus } from './counter-focus.ts';

/** Focuses the next thing to do: at the start, after each step, and where something is missing. */
export function useStepFocus(state: CounterState): void {
  const { obstacle, draft } = state;
  const flag = flagOf(state);
  const focusStep = useEffectEvent(() => {
    if (flag === 1) focusField(firstToPay(draft));
    else focusField(takeKeptFocus() ?? nextInOrder(draft), 'end');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of step moves the focus
  useEffect(() => focusStep(), [flag]);

  const focusObstacle = useEffectEvent(() => {
    if (obstacle) focusField(obstacle.field === 'amount' ? amountToFill(draft) : obstacle.field);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new obstacle moves the focus
  useEffect(() => focusObstacle(), [obstacle]);
}

/** The first field of the order that is still to be filled. */
export function nextInOrder({ client, exchange }: SaleDraft): FieldId {
  if (exchange) return 'code';
  if (client.digits.length < CPF_DIGITS) return 'cpf';
  return client.name.trim() === '' ? 'client-name' : 'code';
}

/** The field that the payment begins with. The credit of an exchange is not typed. */
export function firstToPay(draft: SaleDraft): FieldId {
  if (!draft.exchange) return 'method-0';
  const { totalGeneral, paid } = draftTotals({ ...draft, payments: NO_PAYMENTS });
  if (paid < totalGeneral) return 'method-1';
  return toGiveBack(draft.exchange, totalGeneral) > 0 ? 'given-back' : 'finish';
}

/** The first amount that is missing; when none is, the last, which is too small or too large. */
function amountToFill(draft: SaleDraft): FieldId {
  const { payments } = draft;
  if (payments.every((row) => row.method === null)) return firstToPay(draft);
  const missing = payments.findIndex((row) => row.method !== null && row.amount === null);
  if (missing >= 0) return `amount-${missing}`;
  return `amount-${payments.findLastIndex((row) => row.method !== null)}`;
}
