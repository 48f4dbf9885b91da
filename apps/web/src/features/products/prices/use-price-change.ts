import type { UndonePrices } from '@balcao/contract/price-changes.ts';
import { isReais } from '@balcao/domain/money.ts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { ApiRefusal, mayHaveActed, refusesUser } from '../../../api/errors.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { uuid } from '../../../api/uuid.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import {
  readUnsaved,
  removeUnsaved,
  storeBeforeSending,
  UserIdContext,
} from '../../../ui/fields/unsaved-input.ts';
import {
  changePrices,
  PRICES_KEY,
  previewPrices,
  undoPrices,
  type Wanted,
} from './price-changes.queries.ts';

/** A preview, with the key of the change that it may become. */
export type Preview = Awaited<ReturnType<typeof previewPrices>> & { wanted: Wanted; key: string };

/** A change that may have been made although no answer came. `underWay`: a sign-out keeps it. */
type Unanswered = Preview & { readonly underWay: true };

const FORM = 'prices';
const UNKNOWN =
  'O servidor não respondeu, e não se sabe se os preços foram alterados. Altere de novo: nada será feito duas vezes.';

/**
 * Previews, changes and undoes prices; `problem` says why the last step failed. A change is stored with its
 * key before it is sent. Until an answer says whether it was made, only the same change can be sent again,
 * even after a reload: another preview would raise prices that are raised already.
 */
export function usePriceChange(productsKey: QueryKey) {
  const queries = useQueryClient();
  const user = useContext(UserIdContext);
  const [unanswered, setUnanswered] = useState(() => readUnsaved(user, FORM, asUnanswered));
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
  const answered = () => {
    removeUnsaved(user, FORM);
    setUnanswered(undefined);
  };

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
    mutationFn: async (preview: Preview) => {
      const sent: Unanswered = unanswered ?? { ...preview, underWay: true };
      const { wanted, seen, key } = sent;
      let answerLost = unanswered !== undefined;
      const onRetry = (error: unknown) => {
        if (mayHaveActed(error)) answerLost = true;
      };
      storeBeforeSending(user, FORM, sent);
      setUnanswered(sent);
      try {
        const made = await untilAnswered(() => changePrices({ ...wanted, seen }, key), { onRetry });
        answered();
        return made;
      } catch (error) {
        if (!mayHaveActed(error) && !(answerLost && refusesUser(error))) answered();
        throw error;
      }
    },
    onMutate,
    // After a failure too: the prices may have changed.
    onSettled: reload,
    onError: failed('The prices were not changed'),
  });
  const undo = useMutation({
    mutationFn: (id: number): Promise<UndonePrices> => untilAnswered(() => undoPrices(id)),
    onMutate,
    onSettled: reload,
    onError: failed('The prices were not brought back'),
  });
  return {
    preview,
    change,
    undo,
    unanswered,
    problem: unanswered && !change.isPending ? UNKNOWN : problem,
  };
}

function asUnanswered(stored: unknown): Unanswered | undefined {
  const { key, wanted, seen, products = [] } = fieldsOf<Unanswered>(stored);
  const texts = typeof key === 'string' && typeof seen === 'string';
  // Each is shown with its prices.
  const known = texts && wanted && products.every(({ price }) => isReais(price));
  return known ? { underWay: true, key, wanted, seen, products } : undefined;
}

export type PriceChanging = ReturnType<typeof usePriceChange>;
