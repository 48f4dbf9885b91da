import type { CashBox, CountedBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { NOTES_AND_COINS } from '@balcao/domain/box-count.ts';
import { type Cents, cents, reaisFromCents, sumCents, ZERO } from '@balcao/domain/money.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords, refusalCode } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { useSession } from '../../../api/session.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { readUnsaved, removeUnsaved, storeUnsaved } from '../../../storage/unsaved-input.ts';
import { isNotWhole, quantityOf } from '../../../ui/fields/quantity.ts';
import { CASH_BOXES_KEY, countBox, type NewCount } from '../cash-box.queries.ts';

/** What was counted so far. */
export type CountInput = {
  /** Pieces by the value of the note or coin in centavos, as typed. */
  readonly pieces: Readonly<Record<number, string>>;
  /** The cash as one sum instead; undefined while it is counted by notes and coins. */
  readonly sum: Cents | null | undefined;
  /** By the name of the method. */
  readonly methods: Readonly<Record<string, Cents | null>>;
};

const NOTHING_COUNTED: CountInput = { pieces: {}, sum: undefined, methods: {} };

export const worthOf = (value: Cents, pieces: string | undefined): Cents =>
  cents(value * quantityOf(pieces ?? ''));

/** The cash that was counted; null while the one sum is empty. */
export function countedCash({ sum, pieces }: CountInput): Cents | null {
  if (sum !== undefined) return sum;
  return sumCents(NOTES_AND_COINS.map((value) => worthOf(value, pieces[value])));
}

/** Whether something was typed for a note or a coin that is no number. */
export const hasNoNumber = ({ sum, pieces }: CountInput): boolean =>
  sum === undefined && Object.values(pieces).some(isNotWhole);

/** The count in the contract's types. A method without an amount counts as nothing. */
function countOf(input: CountInput, methods: readonly string[]): NewCount {
  const { sum, pieces } = input;
  const notes = NOTES_AND_COINS.map((value) => ({ value, count: quantityOf(pieces[value] ?? '') }));
  return {
    cash: reaisFromCents(countedCash(input) ?? ZERO),
    ...(sum === undefined && { notes: notes.filter(({ count }) => count > 0) }),
    ...(methods.length > 0 && {
      methods: methods.map((method) => ({
        method,
        amount: reaisFromCents(input.methods[method] ?? ZERO),
      })),
    }),
  };
}

/** The count of a box while it is typed: a reload loses nothing. */
export function useCount(box: CashBox, onCounted: (counted: CountedBox) => void) {
  // FECHAR CAIXA is in the menu, outside the page that tells its forms who the user is.
  const user = useSession()?.user.id ?? 0;
  // `count:` holds the unsent reads of a stock count.
  const form = `box-count:${box.id}`;
  const [input, setInput] = useState(() => readUnsaved(user, form, asCount) ?? NOTHING_COUNTED);
  const change = (part: Partial<CountInput>) => {
    const next = { ...input, ...part };
    storeUnsaved(user, form, next);
    setInput(next);
  };
  const save = useMutation({
    mutationKey: CASH_BOXES_KEY,
    // The box is the key: it has one count, and the same one again gets the first answer.
    mutationFn: (methods: readonly string[]) =>
      untilAnswered(() => countBox(box.id, countOf(input, methods))),
    onSuccess: (counted) => {
      removeUnsaved(user, form);
      onCounted(counted);
    },
    meta: { failure: 'The count was not saved' },
    onError: (error) => {
      if (refusalCode(error) === 'box_counted') removeUnsaved(user, form);
    },
  });
  return {
    input,
    change,
    save: save.mutate,
    isSaving: save.isPending,
    /** Somebody else has counted the box. */
    isTaken: save.error !== null && refusalCode(save.error) === 'box_counted',
    problem: failureWords(save.error),
  };
}

function asCount(stored: unknown): CountInput | undefined {
  const { pieces = {}, sum, methods = {} } = fieldsOf<CountInput>(stored);
  const isAmount = (amount: unknown) => amount === null || Number.isSafeInteger(amount);
  const known =
    Object.values(pieces).every((typed) => typeof typed === 'string') &&
    (sum === undefined || isAmount(sum)) &&
    Object.values(methods).every(isAmount);
  return known ? { pieces, sum, methods } : undefined;
}
