import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { type CounterState, flagOf, isFilled } from './counter-state.ts';
import type { FieldId, Focus, To } from './focus.ts';
import { NO_PAYMENTS } from './payment-lines.ts';
import { draftTotals, type SaleDraft, toGiveBack } from './sale-draft.ts';

/** Where the focus goes when `before` becomes `after`: to what was asked for, or to the next thing to do. */
export function focusAfter(before: CounterState, after: CounterState, to?: To): Focus | null {
  if (to) return typeof to === 'string' ? { to: [to] } : to;
  const { obstacle, draft } = after;
  if (obstacle && obstacle !== before.obstacle) {
    const { field } = obstacle;
    return { to: [field === 'amount' ? amountToFill(draft) : field], show: true };
  }
  const isSameStep = flagOf(before) === flagOf(after) && isResting(before) === isResting(after);
  return isSameStep ? before.focus : stepFocus(after);
}

/** The payment rests until the message of the sale before has ended. */
const isResting = (state: CounterState) => flagOf(state) === 1 && state.made !== null;

/** The next thing to do. `field`: which had the focus before a reload. */
export function stepFocus(state: CounterState, field?: FieldId): Focus {
  if (flagOf(state) === 1) return { to: [firstToPay(state.draft)] };
  const to = [field ?? nextInOrder(state.draft)];
  return { to, caret: 'end', ...(!isFilled(state) && { top: true }) };
}

/** The first field of the order that is still to be filled. */
export function nextInOrder({ client, exchange }: SaleDraft): FieldId {
  if (exchange) return 'code';
  if (client.digits.length < CPF_DIGITS) return 'cpf';
  return client.name.trim() === '' ? 'client-name' : 'code';
}

/** The field that the payment begins with. The credit of an exchange is not typed. */
function firstToPay(draft: SaleDraft): FieldId {
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
