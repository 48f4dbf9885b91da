import type { UndoneChange } from '@balcao/contract/products/product-changes.ts';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords, SAFE_TO_REPEAT } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { useSend } from '../../../api/use-send.ts';
import {
  changePrices,
  PRICES_KEY,
  previewPrices,
  undoChange,
  type Wanted,
} from './price-changes.queries.ts';

/** New prices as they were shown, with what makes them. */
export type Preview = Awaited<ReturnType<typeof previewPrices>> & { wanted: Wanted };

const UNKNOWN =
  'O servidor não respondeu, e não se sabe se os preços foram alterados. Altere de novo: nada será feito duas vezes.';

/**
 * Previews, changes and undoes prices; `problem` says why the last step failed. After a lost answer only the same
 * change can be sent again: another preview would raise prices that are raised already.
 */
export function usePriceChange(productsKey: QueryKey) {
  const [problem, setProblem] = useState<string>();
  const preview = useMutation({
    mutationFn: async (wanted: Wanted): Promise<Preview> => ({
      ...(await previewPrices(wanted)),
      wanted,
    }),
    meta: { failure: 'The new prices could not be loaded' },
    onMutate: () => setProblem(undefined),
    onError: (error) => setProblem(failureWords(error, {}, SAFE_TO_REPEAT)),
  });
  const change = useSend({
    once: 'prices',
    send: ({ wanted, seen }: Preview, key) => changePrices({ ...wanted, seen }, key),
    reloads: [productsKey, PRICES_KEY],
    failure: 'The prices were not changed',
    lost: UNKNOWN,
  });
  const undo = useUndo(productsKey, setProblem);
  return {
    preview,
    change,
    undo,
    unanswered: change.sent,
    problem: change.problem ?? problem,
  };
}

/** Undoes a change of many products. */
export function useUndo(productsKey: QueryKey, setProblem: (problem: string | undefined) => void) {
  return useMutation({
    mutationFn: (id: number): Promise<UndoneChange> => untilAnswered(() => undoChange(id)),
    onMutate: () => setProblem(undefined),
    meta: { failure: 'The change was not undone', reloads: [productsKey, PRICES_KEY] },
    onError: (error) => {
      setProblem(failureWords(error, {}, SAFE_TO_REPEAT));
    },
  });
}

export type PriceChanging = ReturnType<typeof usePriceChange>;
