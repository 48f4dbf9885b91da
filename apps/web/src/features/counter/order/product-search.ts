import type { Product } from '@balcao/contract/products.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/fold.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import type { CounterProduct } from '../sale/sale-item.ts';

type Entry = { readonly product: CounterProduct; readonly code: string; readonly name: string };
export type SearchField = 'code' | 'name';
export type Found = { readonly products: readonly CounterProduct[]; readonly more: number };

/** Products with their search keys folded once: 5,000 of them are searched at every keystroke. */
export type ProductIndex = {
  readonly byCode: readonly Entry[];
  readonly byName: readonly Entry[];
  readonly ofCode: ReadonlyMap<string, CounterProduct>;
  readonly ofId: ReadonlyMap<number, CounterProduct>;
};

const portuguese = new Intl.Collator('pt-BR', { sensitivity: 'base', numeric: true });

export function indexProducts(products: readonly Product[]): ProductIndex {
  const entries: Entry[] = products.map(({ id, code, name, price }) => ({
    product: { id, code, name, price: centsFromReais(price) },
    code: foldText(code),
    name: foldText(name),
  }));
  const ofCode = new Map<string, CounterProduct>();
  for (const entry of entries) ofCode.set(entry.code, entry.product);
  // A code as it is written goes before one that only differs in case or accents.
  for (const entry of entries) ofCode.set(entry.product.code, entry.product);
  return {
    byCode: entries.toSorted((a, b) => portuguese.compare(a.code, b.code)),
    byName: entries.toSorted((a, b) => portuguese.compare(a.name, b.name)),
    ofCode,
    ofId: new Map(entries.map((entry) => [entry.product.id, entry.product])),
  };
}

/** The product whose code is exactly what was typed or scanned. */
export function productOfCode(index: ProductIndex, typed: string): CounterProduct | undefined {
  const code = typed.trim();
  return code === '' ? undefined : (index.ofCode.get(code) ?? index.ofCode.get(foldText(code)));
}

/** Names of the inactive products by folded code. */
export type InactiveCodes = ReadonlyMap<string, string>;

export const indexInactive = (products: readonly { code: string; name: string }[]): InactiveCodes =>
  new Map(products.map(({ code, name }) => [foldText(code), name]));

export const inactiveName = (inactive: InactiveCodes | undefined, typed: string) =>
  inactive?.get(foldText(typed.trim()));

/** Products that hold the words: those that start with the text, those whose words start with them, the rest. */
export function searchProducts(
  index: ProductIndex,
  field: SearchField,
  typed: string,
  limit = 50,
): Found {
  const text = foldText(typed);
  const words = searchWords(typed);
  const ranks: [CounterProduct[], CounterProduct[], CounterProduct[]] = [[], [], []];
  for (const entry of field === 'code' ? index.byCode : index.byName) {
    const held = entry[field];
    if (!holdsWords(held, words)) continue;
    const begun = words.every((word) => held.startsWith(word) || held.includes(` ${word}`));
    ranks[held.startsWith(text) ? 0 : begun ? 1 : 2].push(entry.product);
  }
  const all = ranks.flat();
  return { products: all.slice(0, limit), more: Math.max(0, all.length - limit) };
}
