import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { type CounterState, flagOf, isFilled } from '../sale/counter-state.ts';
import { NO_PAYMENTS } from '../sale/payment-lines.ts';
import { draftTotals, type SaleDraft, toGiveBack } from '../sale/sale-draft.ts';

/** The text fields of the first step, by their ids. */
const ORDER_FIELDS = [
  'cpf',
  'client-name',
  'registration',
  'student-name',
  'code',
  'product-name',
  'quantity',
] as const;

/** The ids of the elements that the counter moves the focus to. */
export type FieldId =
  | (typeof ORDER_FIELDS)[number]
  | 'close-order'
  | 'finish'
  | `method-${number}`
  | `amount-${number}`
  | `pix-${number}`
  | 'given-back';

type Caret = 'all' | 'end';

/**
 * Focuses a field and selects its text, or puts the caret at its end. What has been changed is rendered first, and
 * `change` with it: a field that is disabled or lies under a dialog takes no focus. In an effect, focusNow() does it.
 */
export function focusField(id: FieldId, caret?: Caret, change: () => void = () => {}): void {
  flushSync(change);
  focusNow(id, caret);
}

/** The same for what is rendered already. */
export function focusNow(id: FieldId, caret: Caret = 'all'): void {
  const element = document.getElementById(id);
  element?.focus();
  if (!(element instanceof HTMLInputElement)) return;
  if (caret === 'all') element.select();
  else element.setSelectionRange(element.value.length, element.value.length);
}

/** After a row with its amount: its Pix that is not found yet, or else what comes next. */
export function focusPaid(row: number, next: FieldId = 'finish'): void {
  flushSync(() => {});
  const pix = document.getElementById(`pix-${row}`);
  focusNow(pix?.ariaChecked === 'false' ? `pix-${row}` : next);
}

const KEPT_FIELD = 'counter-field';

/** Stores which field of the order has the focus, for the reload after a sale. */
export function keepFocus(): void {
  const id = ORDER_FIELDS.find((each) => each === document.activeElement?.id);
  if (id) sessionStorage.setItem(KEPT_FIELD, id);
}

/** The stored field, once. */
function takeKeptFocus(): FieldId | undefined {
  const kept = sessionStorage.getItem(KEPT_FIELD);
  sessionStorage.removeItem(KEPT_FIELD);
  return ORDER_FIELDS.find((each) => each === kept);
}

/** Focuses the next thing to do: at the start, after each step, and where something is missing. */
export function useStepFocus(state: CounterState): void {
  const { obstacle, draft, made } = state;
  const flag = flagOf(state);
  const isLocked = flag === 1 && made !== null;
  const focusStep = useEffectEvent(() => {
    if (flag === 1) {
      // A payment that is still locked takes no focus, and the order is only disabled a frame later.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      focusNow(firstToPay(draft));
      return;
    }
    // A reload scrolls to where the page stood.
    if (!isFilled(state)) window.scrollTo(0, 0);
    focusNow(takeKeptFocus() ?? nextInOrder(draft), 'end');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of step, or its unlocking, moves the focus
  useEffect(() => focusStep(), [flag, isLocked]);

  const focusObstacle = useEffectEvent(() => {
    if (!obstacle) return;
    focusNow(obstacle.field === 'amount' ? amountToFill(draft) : obstacle.field);
    // What had the focus before lies under the message now.
    document.activeElement?.scrollIntoView({ block: 'nearest' });
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
