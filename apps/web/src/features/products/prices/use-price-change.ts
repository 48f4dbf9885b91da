import type { UndoneChange } from '@balcao/contract/products/product-changes.ts';
import { isReais } from '@balcao/domain/money.ts';
import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { untilAnswered } from '../../../api/retries.ts';
import { useOnce } from '../../../api/use-once.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { UserIdContext } from '../../../storage/unsaved-input.ts';
import { wordsOf } from '../../../ui/messages/outcome.ts';
import {
  changePrices,
  PRICES_KEY,
  previewPrices,
  undoChange,
  type Wanted,
} from './price-changes.queries.ts';

/** New prices as they were shown, with what makes them. */
export type Preview = Awaited<ReturnType<typeof previewPrices>> & { wanted: Wanted };

export const TRY_AGAIN = 'O servidor não respondeu. Tente de novo: nada será feito duas vezes.';
const UNKNOWN =
  'O servidor não respondeu, e não se sabe se os preços foram alterados. Altere de novo: nada será feito duas vezes.';

/**
 * Previews, changes and undoes prices; `problem` says why the last step failed. After a lost answer only the same
 * change can be sent again: another preview would raise prices that are raised already.
 */
export function usePriceChange(productsKey: QueryKey) {
  const queries = useQueryClient();
  const user = useContext(UserIdContext);
  const once = useOnce({ user, form: 'prices', asSent: asPreview });
  const [problem, setProblem] = useState<string>();
  const reload = () => reloadProducts(queries, productsKey);
  const failed = (what: string) => (error: Error) => {
    console.error(what, error);
    setProblem(wordsOf(error, {}, TRY_AGAIN));
  };
  const onMutate = () => setProblem(undefined);

  const preview = useMutation({
    mutationFn: async (wanted: Wanted): Promise<Preview> => ({
      ...(await previewPrices(wanted)),
      wanted,
    }),
    onMutate,
    onError: failed('The new prices could not be loaded'),
  });
  const change = useMutation({
    mutationFn: (shown: Preview) =>
      once.send(shown, ({ key, sent: { wanted, seen } }) => changePrices({ ...wanted, seen }, key)),
    onMutate,
    onSettled: reload,
    onError: failed('The prices were not changed'),
  });
  const undo = useUndo(productsKey, setProblem);
  return {
    preview,
    change,
    undo,
    unanswered: once.unanswered?.sent,
    problem: once.unanswered && !change.isPending ? UNKNOWN : problem,
  };
}

function asPreview(stored: unknown): Preview | undefined {
  const { wanted, seen, products = [] } = fieldsOf<Preview>(stored);
  // Each is shown with its prices.
  const known = typeof seen === 'string' && wanted && products.every(({ price }) => isReais(price));
  return known ? { wanted, seen, products } : undefined;
}

/** Undoes a change of many products. */
export function useUndo(productsKey: QueryKey, setProblem: (problem: string | undefined) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: number): Promise<UndoneChange> => untilAnswered(() => undoChange(id)),
    onMutate: () => setProblem(undefined),
    onSettled: () => reloadProducts(queries, productsKey),
    onError: (error) => {
      console.error('The change was not undone', error);
      setProblem(wordsOf(error, {}, TRY_AGAIN));
    },
  });
}

/** After a failure too: something may have changed. */
export function reloadProducts(queries: QueryClient, productsKey: QueryKey) {
  for (const queryKey of [productsKey, PRICES_KEY]) void queries.invalidateQueries({ queryKey });
}

export type PriceChanging = ReturnType<typeof usePriceChange>;
