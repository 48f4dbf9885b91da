import { type Cents, ZERO } from '@balcao/domain/money.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo } from 'react';
import { pixQuery } from '../../institution/institution.queries.ts';
import { allPaymentMethodsQuery } from '../../payment-methods/payment-methods.queries.ts';
import { selector, useCounter, useCounterStore } from '../sale/counter-context.ts';
import type { CounterState } from '../sale/counter-state.ts';
import type { FieldId, Focus } from '../sale/focus.ts';
import { cashRow, missingFrom, missingIn } from '../sale/payment-lines.ts';
import type { SalePix } from '../sale/sale-checks.ts';
import {
  draftTotals,
  givesBack,
  paymentRows,
  type SaleDraft,
  toGiveBack,
} from '../sale/sale-draft.ts';
import { namesChoice, ONE_NAME_MS } from '../sizes/size-keys.ts';

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
  const isShort = last >= 0 && missingIn(rows, last, totalGeneral) > 0;
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
    /** The row that the exact sum goes to, or notes; -1 for none. */
    exact: isShort && (cash === last || rows[last]?.amount === null) ? last : -1,
    cash,
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

/** After a row with its amount: its Pix that is not found yet, or else what comes next. */
export const afterPaid = (row: number, next: FieldId = 'finish'): Focus => ({
  to: [`pix-${row}`, next],
});

/** What an order can be paid with. */
export const useMethodNames = () => useQuery({ ...allPaymentMethodsQuery, select: namesOf });

const NO_METHODS: readonly string[] = [];

/** The payment, the methods, and what is done by keys and buttons, with the focus on what comes next. */
export function usePaying() {
  const { dispatch, moveFocus } = useCounterStore();
  const paid = useCounter(payment);
  const { data: methods = NO_METHODS, isPending } = useMethodNames();
  const { rows, free, missing } = paid;

  const choose = (row: number, method: string) =>
    dispatch({ type: 'method-chosen', row, method }, `amount-${row}`);
  const enter = (row: number, amount: Cents) => {
    const isPaid = amount >= paid.missingIn(row);
    dispatch({ type: 'amount-typed', row, amount }, isPaid ? afterPaid(row) : `amount-${row}`);
  };
  return {
    ...paid,
    methods,
    isPending,
    dispatch,
    moveFocus,
    choose,
    enter,
    /** Pays what is missing: into the row that waits for its amount, or else by the method that is chosen next. */
    payMissing: () => {
      const unfilled = rows.findIndex(({ method, amount }) => method !== null && amount === null);
      if (unfilled >= 0) enter(unfilled, missing);
      else moveFocus(free >= 0 ? `method-${free}` : `amount-${rows.length - 1}`);
    },
    /** Letters where none can be typed choose the method of a row, or search it where several begin so. */
    chooseByKey: (event: KeyboardEvent, row: number) => {
      if (row < 0 || event.repeat || !isLetter(event)) return;
      event.preventDefault();
      const { key, timeStamp: at } = event;
      const word = at - lastTyped.at < ONE_NAME_MS ? lastTyped.text + key : key;
      const text = [word, key].find((each) => isBeginning(methods, each));
      lastTyped = { text: text ?? key, at };
      if (text === undefined) return;
      const method = methodOfText(methods, text);
      if (method) return choose(row, method);
      moveFocus({ to: [`method-${row}`], types: text });
    },
  };
}

/** Of a word: digits are an amount. */
export const isLetter = (event: KeyboardEvent) => namesChoice(event) && /^\p{L}$/u.test(event.key);

/** The letters of a method so far. The focus goes on to the next field meanwhile. */
let lastTyped = { text: '', at: Number.NEGATIVE_INFINITY };

const startingWith = (methods: readonly string[], text: string) =>
  methods.filter((method) => foldText(method).startsWith(foldText(text)));

/** The only method of the shop that begins so. */
export function methodOfText(methods: readonly string[], text: string): string | undefined {
  const [method, ...others] = startingWith(methods, text);
  return others.length === 0 ? method : undefined;
}

/** Whether a method begins so, or, from the second letter on, one of its words. */
const isBeginning = (methods: readonly string[], text: string) =>
  (text.length > 1 ? searchMethods(methods, text) : startingWith(methods, text)).length > 0;

/**
 * Methods that contain the words. Those that start with the text come first, because Enter takes the first
 * one: "di" means Dinheiro rather than Cartão de crédito.
 */
export function searchMethods(methods: readonly string[], text: string): readonly string[] {
  const holds = (method: string) => holdsWords(foldText(method), searchWords(text));
  return [...new Set([...startingWith(methods, text), ...methods.filter(holds)])];
}

/**
 * The counter shows a static BR Code of the shop's settings. A bank's API would need a contract and a server that
 * the internet reaches, so Balcão does not see the bank: FINALIZAR VENDA wants "Conferi o pagamento no banco"
 * after all other checks. The payload is ours (br-code.ts): 40 lines, checked against the central bank's examples, where
 * packages on npm are unkept or bring much else. `qr` draws the code. Undefined until loaded, and in a shop that
 * shows no QR codes.
 */
export function useSalePix(): SalePix | undefined {
  const saleKey = useCounter((state) => state.key);
  const pix = useQuery(pixQuery).data?.pix;
  return useMemo(() => (pix ? { ...pix, saleKey } : undefined), [pix, saleKey]);
}
