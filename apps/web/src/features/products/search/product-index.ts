import { isEan } from '@balcao/domain/product/ean.ts';
import { sortedByName } from '@balcao/domain/product/name-order.ts';
import { codesOfRead } from '@balcao/domain/product/read-codes.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { useMemo } from 'react';
import { SHORTEST_CODE } from '../../../ui/fields/burst.ts';
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

/** What a map by code has for a text that was typed or read. The code that is exactly this text takes precedence. */
export function ofReadCode<T>(map: ReadonlyMap<string, T>, typed: string): T | undefined {
  for (const code of codesOfRead(typed)) {
    const found = map.get(code) ?? map.get(foldText(code));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The product with this code, as it is typed or as a scanner may send it. */
export const productOfCode = <P extends Named>(index: ProductIndex<P>, typed: string) =>
  ofReadCode(index.ofCode, typed);

type Codes = {
  readonly ofCode: ReadonlyMap<string, unknown>;
  readonly lists: readonly { readonly code: string }[];
};

/** Whether the code of a product or of a list begins with this text; none does before they are loaded. */
export function beginsCode(index: Codes | undefined, text: string): boolean {
  if (!index) return false;
  const codes = [...index.ofCode.keys(), ...index.lists.map(({ code }) => foldText(code))];
  return codes.some((code) => code.startsWith(foldText(text)));
}

/**
 * The product whose code a number of three digits or more is, or ends with: read into the field of a quantity, such a
 * code cannot be told from a number that a program types.
 */
export function productInNumber<P extends Named>(
  { ofCode }: Pick<ProductIndex<P>, 'ofCode'>,
  number: number,
): P | undefined {
  const digits = `${number}`;
  if (digits.length < SHORTEST_CODE) return undefined;
  // A field for numbers drops the zero that a code begins with.
  const codes = [digits, `0${digits}`, digits.slice(1)];
  return codes
    .filter((code) => code.length >= SHORTEST_CODE)
    .map((code) => ofCode.get(code))
    .find((product) => product !== undefined);
}

/** Eight digits may be an EAN-8, but also a matrícula, which a program types before Tab without a pause. */
const LONGER_THAN_MATRICULA = 12;

/** Whether a text before Tab is a code of trade, which need not be a product's. */
export const isReadOfTrade = (text: string): boolean =>
  text.length >= LONGER_THAN_MATRICULA && codesOfRead(text).some(isEan);

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
