import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { CounterProduct as ListedProduct } from '@balcao/contract/products/products.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';
import { withoutAim } from '@balcao/domain/product/read-codes.ts';
import { saleOfCode } from '@balcao/domain/sale-code.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import type { StudentCard } from '@balcao/domain/student-card.ts';
import type { SearchResult } from '../../../ui/fields/search-options.tsx';
import {
  type ProductIndex as Indexed,
  indexOf,
  ofReadCode,
  once,
  productOfCode,
} from '../../products/search/product-index.ts';
import { searchProducts } from '../../products/search/ranked-products.ts';
import type { CounterProduct, SaleItem } from '../sale/sale-item.ts';
import { type Model, modelHeads, modelOfKey, modelsById, saysSize } from '../sizes/models.ts';
import { listOfCode, listOptions } from './list-search.ts';

/** What the counter reads besides the products it sells. */
type Besides = {
  readonly lists: readonly ListedMaterials[];
  readonly inactive: InactiveCodes;
  /** How the matrícula on a student's card looks, if the shop reads them. */
  readonly card: StudentCard | null;
};

export type ProductIndex = Indexed<CounterProduct> &
  Besides & {
    /** The models with several sizes, by the id of each of their products. */
    readonly models: () => ReadonlyMap<number, Model>;
  };

export function indexProducts(
  products: readonly ListedProduct[],
  besides: Partial<Besides> = {},
): ProductIndex {
  const sold = products.map(({ id, code, name, price }): CounterProduct => {
    return { id, code, name, price: centsFromReais(price) };
  });
  return {
    ...indexOf(sold),
    models: once(() => modelsById(sold)),
    ...{ lists: [], inactive: new Map(), card: null, ...besides },
  };
}

/** '3*307' and '03*307' are three of 307. */
export function timesAndCode(typed: string): { times?: string; code: string } {
  const [, times, code] = /^0*(\d+) *\* *(\S.*)$/.exec(typed.trim()) ?? [];
  return times === undefined || code === undefined ? { code: typed.trim() } : { times, code };
}

export type Counted = { readonly product: CounterProduct; readonly quantity?: string };

/** The product of a code, with the quantity before its asterisk. A code may hold an asterisk itself. */
export function countedProduct(index: ProductIndex, typed: string): Counted | undefined {
  const whole = productOfCode(index, typed);
  if (whole) return { product: whole };
  const { times, code } = timesAndCode(typed);
  const product = times === undefined ? undefined : productOfCode(index, code);
  return product && times !== undefined ? { product, quantity: times } : undefined;
}

/**
 * Ids of the listed products that have become inactive or changed their price since they were added. The
 * server will refuse them, and the seller should see which.
 */
export function outdatedItems(
  items: readonly SaleItem[],
  index: ProductIndex | undefined,
): ReadonlySet<number> {
  const products = items.map(({ product }) => product);
  const isOutdated = ({ id, price }: CounterProduct) =>
    index && index.ofId.get(id)?.price !== price;
  return new Set(products.filter(isOutdated).map(({ id }) => id));
}

/** Names of the inactive products by folded code. */
export type InactiveCodes = ReadonlyMap<string, string>;

export const indexInactive = (products: readonly { code: string; name: string }[]): InactiveCodes =>
  new Map(products.map(({ code, name }) => [foldText(code), name]));

export const inactiveName = (inactive: InactiveCodes | undefined, typed: string) =>
  inactive && ofReadCode(inactive, typed);

/** What a whole code is of: at most one of these. */
type Meaning = {
  readonly counted?: Counted;
  readonly list?: ListedMaterials;
  /** The name of an inactive product. */
  readonly inactive?: string;
  /** The number of the sale whose receipt has it. */
  readonly sale?: number;
};

/** Nothing while the products are not loaded. */
export function meaningOf(index: ProductIndex | undefined, typed: string): Meaning {
  if (!index) return {};
  const counted = countedProduct(index, typed);
  if (counted) return { counted };
  const list = listOfCode(index, typed);
  if (list) return { list };
  const inactive = inactiveName(index.inactive, typed);
  if (inactive !== undefined) return { inactive };
  const sale = saleOfCode(withoutAim(typed));
  return sale === undefined ? {} : { sale };
}

const MOST_OPTIONS = 50;

/**
 * Products whose code contains the words, or else whose name does. The code leads each option, because it
 * was typed. A quantity before an asterisk goes into the key.
 */
export function optionsByCode(index: ProductIndex, text: string): SearchResult {
  const { times, code: typed } = timesAndCode(text);
  const coded = searchProducts(index.byCode(), 'code', typed);
  const found = coded.length > 0 ? coded : searchProducts(index.byName(), 'name', typed);
  const coming = toOptions(found, ({ code, name }) => ({ lead: code, label: name }));
  const options = [...listOptions(index, 'code', text), ...coming.options];
  const { more } = coming;
  if (times === undefined) return withHeads(index, { options, more });
  return { options: options.map((option) => ({ ...option, key: `${times}*${option.key}` })), more };
}

/** Products whose name contains the words, after the one with this code, which may have been scanned. */
export function optionsByName(index: ProductIndex, text: string): SearchResult {
  const found = searchProducts(index.byName(), 'name', text);
  const exact = productOfCode(index, text);
  const all = exact ? [exact, ...found.filter(({ id }) => id !== exact.id)] : found;
  const coming = toOptions(all, ({ name }) => ({ label: name }));
  const options = [...coming.options, ...listOptions(index, 'name', text)];
  const result = { options, more: coming.more };
  return text.trim() === '' ? result : withHeads(index, result, searchWords(text));
}

const withHeads = (index: ProductIndex, result: SearchResult, words?: readonly string[]) => ({
  ...result,
  heads: modelHeads(index.models(), result.options, words),
});

/**
 * Enter takes only a whole code. If it took the first option, a scanned code that is not in the list would
 * choose another product.
 */
export function preferredCode(text: string, { options }: SearchResult): number | null {
  const code = foldText(timesAndCode(text).code);
  const place = options.findIndex((option) => foldText(option.lead ?? '') === code);
  return code === '' || place < 0 ? null : place;
}

/**
 * Enter takes no product whose name is only nearly what was typed: a caneta is no caneca. Nor does it guess a size: if
 * the best match is of a model and the text does not say the size, it takes the model.
 */
export function preferredName(
  index: ProductIndex | undefined,
  text: string,
  { options, heads = [] }: SearchResult,
): number | null {
  const [first] = options;
  if (!index || !first || text.trim() === '') return null;
  if (productOfCode(index, text)) return 0;
  const whole = options.findIndex(({ label }) => foldText(label) === foldText(text));
  if (whole >= 0) return whole;
  const words = searchWords(text);
  if (!holdsWords(foldText(first.label), words)) return null;
  const model = index.models().get(Number(first.key));
  if (!model || saysSize(model, Number(first.key), words)) return 0;
  return heads.findIndex(({ key }) => modelOfKey(index.models(), key) === model) - heads.length;
}

function toOptions(
  products: readonly CounterProduct[],
  texts: (product: CounterProduct) => { lead?: string; label: string },
): SearchResult {
  const options = products.slice(0, MOST_OPTIONS).map((product) => ({
    key: `${product.id}`,
    ...texts(product),
    detail: formatCents(product.price),
  }));
  return { options, more: products.length - options.length };
}
