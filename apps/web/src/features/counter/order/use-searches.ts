import { useMemo } from 'react';
import { useOnHand, withOnHand } from '../stock/on-hand.ts';
import { optionsByCode, optionsByName, type ProductIndex } from './product-search.ts';

/** What the two fields of a product find. A field searches again when its search is another one. */
export function useSearches(index: ProductIndex | undefined) {
  const onHand = useOnHand();
  return useMemo(
    () => ({
      codes: (text: string) => withOnHand(optionsByCode(index, text), onHand),
      names: (text: string) => withOnHand(optionsByName(index, text), onHand),
    }),
    [index, onHand],
  );
}
