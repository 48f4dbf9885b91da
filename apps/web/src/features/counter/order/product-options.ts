import { foldText } from '@balcao/domain/fold.ts';
import { formatCents } from '@balcao/domain/money.ts';
import type { SearchResult } from '../../../ui/fields/search-options.tsx';
import { type ProductIndex, productOfCode, searchProducts } from './product-search.ts';

const NOTHING: SearchResult = { options: [], more: 0 };

/** The code first: what is typed is found at the start of the line. */
export function optionsByCode(index: ProductIndex | undefined, text: string): SearchResult {
  if (!index) return NOTHING;
  const { products, more } = searchProducts(index, 'code', text);
  const options = products.map(({ id, code, name, price }) => ({
    key: String(id),
    lead: code,
    label: name,
    detail: formatCents(price),
  }));
  return { options, more };
}

/** A whole code is found here too, before any name: a scanner does not look where it types. */
export function optionsByName(index: ProductIndex | undefined, text: string): SearchResult {
  if (!index) return NOTHING;
  const { products, more } = searchProducts(index, 'name', text);
  const exact = productOfCode(index, text);
  const found = exact ? [exact, ...products.filter(({ id }) => id !== exact.id)] : products;
  const options = found.map(({ id, name, price }) => ({
    key: String(id),
    label: name,
    detail: formatCents(price),
  }));
  return { options, more };
}

/**
 * Only a whole code is taken unasked. Were it the first that begins like it, a scanned code that is
 * not in the list would choose some other product.
 */
export function preferredCode(text: string, { options }: SearchResult): number {
  const code = foldText(text);
  return code === '' ? -1 : options.findIndex((option) => foldText(option.lead ?? '') === code);
}
