import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useOnce } from '../../../api/use-once.ts';
import { fieldsOf } from '../../../storage/stored-json.ts';
import { UserIdContext } from '../../../storage/unsaved-input.ts';
import { wordsOf } from '../../../ui/messages/outcome.ts';
import { changeProducts } from './price-changes.queries.ts';
import { reloadProducts, TRY_AGAIN, useUndo } from './use-price-change.ts';

export type FieldChange = BodyOf<Endpoints['changeProducts']>;

/** Sets a field of the picked products, and undoes it; after a lost answer the same is sent again. */
export function useFieldChange(productsKey: QueryKey) {
  const queries = useQueryClient();
  const user = useContext(UserIdContext);
  const once = useOnce({ user, form: 'products', asSent: asFieldChange });
  const [problem, setProblem] = useState<string>();
  const undo = useUndo(productsKey, setProblem);
  const change = useMutation({
    mutationFn: (given: FieldChange) =>
      once.send(given, ({ key, sent }) => changeProducts(sent, key)),
    onMutate: () => {
      setProblem(undefined);
      undo.reset();
    },
    onSettled: () => reloadProducts(queries, productsKey),
    onError: (error) => {
      console.error('The products were not changed', error);
      setProblem(wordsOf(error, {}, TRY_AGAIN));
    },
  });
  return { change, undo, problem, unanswered: once.unanswered?.sent };
}

function asFieldChange(stored: unknown): FieldChange | undefined {
  const { products, fields } = fieldsOf<FieldChange>(stored);
  return products && fields ? { products, fields } : undefined;
}
