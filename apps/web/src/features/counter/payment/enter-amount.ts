import type { Cents } from '@balcao/domain/money.ts';
import type { Dispatch } from 'react';
import { flushSync } from 'react-dom';
import { focusField, focusPaid } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { missingIn, type PaymentRow } from '../sale/payment-lines.ts';

export type Paying = {
  payments: readonly PaymentRow[];
  totalGeneral: Cents;
  dispatch: Dispatch<CounterAction>;
};

/** Enters an amount by a button, and focuses what is to be done then. */
export function enterAmount(paying: Paying, row: number, amount: Cents): void {
  const { payments, totalGeneral, dispatch } = paying;
  const left = missingIn(payments, row, totalGeneral);
  flushSync(() => dispatch({ type: 'amount-typed', row, amount }));
  if (amount >= left) focusPaid(row);
  else focusField(`amount-${row}`);
}

/** Pays what is missing: into the row that waits for its amount, or else by the method that is chosen next. */
export function payMissing(paying: Paying, missing: Cents): void {
  const { payments } = paying;
  const unfilled = payments.findIndex(({ method, amount }) => method !== null && amount === null);
  const free = payments.findIndex(({ method }) => method === null);
  if (unfilled >= 0) enterAmount(paying, unfilled, missing);
  else focusField(free >= 0 ? `method-${free}` : `amount-${payments.length - 1}`);
}

/** Chooses the method of a row, whose amount is then typed. */
export function chooseMethod(dispatch: Dispatch<CounterAction>, row: number, method: string): void {
  // The amount is disabled until this is rendered, and could not take the focus.
  flushSync(() => dispatch({ type: 'method-chosen', row, method }));
  focusField(`amount-${row}`);
}
