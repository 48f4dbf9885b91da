import { type Cents, ZERO } from '@balcao/domain/money.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { allPaymentMethodsQuery } from '../../payment-methods/payment-methods.queries.ts';
import { type FieldId, focusField, focusPaid } from '../parts/counter-focus.ts';
import { selector, useCounter, useDispatch } from '../sale/counter-context.ts';
import type { CounterState } from '../sale/counter-state.ts';
import { cashRow, missingFrom, missingIn } from '../sale/payment-lines.ts';
import {
  draftTotals,
  givesBack,
  paymentRows,
  type SaleDraft,
  toGiveBack,
} from '../sale/sale-draft.ts';

type Paid = Pick<SaleDraft, 'items' | 'payments' | 'exchange'> & { readonly locked: boolean };

const paidWith = selector(['items', 'payments', 'exchange', 'locked'], (paid: Paid) => {
  const { exchange, locked } = paid;
  const rows = paymentRows(paid);
  const totals = draftTotals(paid);
  const { totalGeneral } = totals;
  const missing = missingFrom(totalGeneral, totals.paid);
  const free = rows.findIndex((row) => row.method === null);
  const filled = rows.slice(0, free).every((row) => row.amount !== null);
  // Of the last method: an earlier one has its amount, and the room is needed.
  const last = rows.findLastIndex((row) => row.method !== null);
  const cash = cashRow(rows);
  return {
    rows,
    totals,
    exchange,
    locked,
    missing,
    /** The part of the total that the other rows do not pay. */
    missingIn: (row: number) => missingIn(rows, row, totalGeneral),
    /** The row whose method is chosen next, by a chip or a letter; -1 for none. */
    next: filled && (missing > 0 || totals.paid === 0) ? free : -1,
    /** The row whose method a letter in another row chooses; -1 for none. */
    free: missing > 0 ? free : -1,
    /** The row that notes go to; -1 for none. */
    cash: cash === last && cash >= 0 && missingIn(rows, cash, totalGeneral) > 0 ? cash : -1,
    /** The credit of an exchange is enough: nothing is paid. */
    covered: exchange !== undefined && exchange.worth >= totalGeneral,
    back: exchange && givesBack(exchange, totals) ? toGiveBack(exchange, totalGeneral) : ZERO,
    /** Where Enter leads to after a row that is done. */
    after: (row: number): FieldId =>
      missing === 0 || row + 1 === rows.length ? 'finish' : `method-${row + 1}`,
  };
});

/** What is paid, and how. Keys that change something else make nothing of it again. */
export const payment = ({ draft, made, phase }: CounterState) =>
  paidWith({ ...draft, locked: made !== null || (phase !== 'typing' && phase !== 'paying') });

const namesOf = (page: { results: readonly { name: string }[] }): readonly string[] =>
  page.results.map((method) => method.name);

/** What an order can be paid with. */
export const useMethodNames = () => useQuery({ ...allPaymentMethodsQuery, select: namesOf });

const NO_METHODS: readonly string[] = [];

/** The payment, the methods, and what is done by keys and buttons, with the focus on what comes next. */
export function usePaying() {
  const dispatch = useDispatch();
  const paid = useCounter(payment);
  const { data: methods = NO_METHODS, isPending } = useMethodNames();
  const { rows, free, missing } = paid;

  const choose = (row: number, method: string) => {
    dispatch({ type: 'method-chosen', row, method });
    focusField(`amount-${row}`);
  };
  const enter = (row: number, amount: Cents) => {
    const left = paid.missingIn(row);
    dispatch({ type: 'amount-typed', row, amount });
    if (amount >= left) focusPaid(row);
    else focusField(`amount-${row}`);
  };
  return {
    ...paid,
    methods,
    isPending,
    dispatch,
    choose,
    enter,
    /** Pays what is missing: into the row that waits for its amount, or else by the method that is chosen next. */
    payMissing: () => {
      const unfilled = rows.findIndex(({ method, amount }) => method !== null && amount === null);
      if (unfilled >= 0) enter(unfilled, missing);
      else focusField(free >= 0 ? `method-${free}` : `amount-${rows.length - 1}`);
    },
    /** A letter where none can be typed chooses the method of a row that begins with it. */
    chooseByKey: (event: KeyboardEvent, row: number) => {
      const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
      const method = plain && row >= 0 && methodOfKey(methods, event.key);
      if (!method) return;
      event.preventDefault();
      if (!event.repeat) choose(row, method);
    },
  };
}

/** The method that a letter stands for: the first of the shop's that begins with it. */
export function methodOfKey(methods: readonly string[], key: string): string | undefined {
  const letter = foldText(key);
  return /^\p{L}$/u.test(letter)
    ? methods.find((method) => foldText(method).startsWith(letter))
    : undefined;
}
