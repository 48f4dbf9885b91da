import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { SAFE_TO_REPEAT } from '../../../api/errors.ts';
import { useSend } from '../../../api/use-send.ts';
import { changeProducts, PRICES_KEY } from './price-changes.queries.ts';
import { useUndo } from './use-price-change.ts';

export type FieldChange = BodyOf<Endpoints['changeProducts']>;

/** Sets a field of the picked products, and undoes it; after a lost answer the same is sent again. */
export function useFieldChange(productsKey: QueryKey) {
  const [problem, setProblem] = useState<string>();
  const undo = useUndo(productsKey, setProblem);
  const { send, isSending, unanswered, answer, ...change } = useSend({
    once: 'products',
    send: (given: FieldChange, key) => changeProducts(given, key),
    reloads: [productsKey, PRICES_KEY],
    failure: 'The products were not changed',
    lost: SAFE_TO_REPEAT,
  });
  return {
    change: (given: FieldChange, onDone?: () => void) => {
      setProblem(undefined);
      undo.reset();
      send(given, { onSuccess: () => onDone?.() });
    },
    isChanging: isSending,
    changed: answer,
    undo,
    problem: change.problem ?? problem,
    unanswered,
  };
}
