import { sortedByName } from '@balcao/domain/name-order.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { useMemo } from 'react';
import { type Entry, type Named, searchProducts } from './ranked-products.ts';

/**
 * Products with their search keys folded once: 5,000 of them are searched at every key press. They are
 * sorted at the first search, because a scan needs no order.
 */
export type ProductIndex<P extends Named> = {
  readonly byCode: () => readonly Entry<P>[];
  readonly byName: () => readonly Entry<P>[];
  readonly ofCode: ReadonlyMap<string, P>;
  readonly ofId: ReadonlyMap<number, P>;
};

export function indexOf<P extends Named>(products: readonly P[]): ProductIndex<P> {
  const entries = products.map((product): Entry<P> => {
    return { product, code: foldText(product.code), name: foldText(product.name) };
  });
  const ofCode = new Map(entries.map(({ code, product }) => [code, product]));
  // An exact code takes precedence over one that differs in case or accents.
  for (const product of products) ofCode.set(product.code, product);
  return {
    byCode: once(() => sortedByName(entries, ({ code }) => code)),
    byName: once(() => sortedByName(entries, ({ name }) => name)),
    ofCode,
    ofId: new Map(products.map((product) => [product.id, product])),
  };
}

export const useProductIndex = <P extends Named>(products: readonly P[] | undefined) =>
  useMemo(() => products && indexOf(products), [products]);

export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The product with exactly this code. */
export function productOfCode<P extends Named>(
  index: ProductIndex<P>,
  typed: string,
): P | undefined {
  const code = typed.trim();
  return code === '' ? undefined : (index.ofCode.get(code) ?? index.ofCode.get(foldText(code)));
}

/** Whether a text is part of a name rather than a code. */
export const isWords = (text: string): boolean => !/\d/.test(text) || /\s/.test(text.trim());

/** Those whose code, then those whose name was searched. */
export const productsFound = <P extends Named>(index: ProductIndex<P>, text: string): P[] => [
  ...new Set([
    ...searchProducts(index.byCode(), 'code', text),
    ...searchProducts(index.byName(), 'name', text),
  ]),
];

/** Whether code and name hold the words of a search. Nothing is guessed. */
export function foundBy(text: string): (product: Pick<Named, 'code' | 'name'>) => boolean {
  const words = searchWords(text);
  return ({ code, name }) => holdsWords(foldText(`${code} ${name}`), words);
}
