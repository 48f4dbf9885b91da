import type { UndonePrices } from '@balcao/contract/price-changes.ts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiRefusal, mayHaveActed } from '../../../api/errors.ts';
import { withRetries } from '../../../api/retries.ts';
import { uuid } from '../../../api/uuid.ts';
import {
  changePrices,
  PRICES_KEY,
  previewPrices,
  undoPrices,
  type Wanted,
} from './price-changes.queries.ts';

/** A preview, with the key of the change that it may become. */
export type Preview = Awaited<ReturnType<typeof previewPrices>> & { wanted: Wanted; key: string };

/** Previews, changes and undoes prices; `problem` says why the last step failed. */
export function usePriceChange(productsKey: QueryKey) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
  const reload = () => {
    for (const queryKey of [productsKey, PRICES_KEY]) void queries.invalidateQueries({ queryKey });
  };
  const failed = (what: string) => (error: Error) => {
    console.error(what, error);
    setProblem(
      error instanceof ApiRefusal && !mayHaveActed(error)
        ? error.problem.detail
        : 'O servidor não respondeu. Tente de novo: nada será feito duas vezes.',
    );
  };
  const onMutate = () => setProblem(undefined);

  const preview = useMutation({
    mutationFn: async (wanted: Wanted): Promise<Preview> => ({
      ...(await previewPrices(wanted)),
      wanted,
      key: uuid(),
    }),
    onMutate,
    onError: failed('The new prices could not be loaded'),
  });
  const change = useMutation({
    mutationFn: ({ wanted, seen, key }: Preview) =>
      withRetries(() => changePrices({ ...wanted, seen }, key)),
    onMutate,
    onSuccess: reload,
    onError: failed('The prices were not changed'),
  });
  const undo = useMutation({
    mutationFn: (id: number): Promise<UndonePrices> => withRetries(() => undoPrices(id)),
    onMutate,
    onSettled: reload,
    onError: failed('The prices were not brought back'),
  });
  return { preview, change, undo, problem };
}

export type PriceChanging = ReturnType<typeof usePriceChange>;
