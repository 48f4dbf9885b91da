import type { StockProduct } from '@balcao/contract/stock/stock.ts';
import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { type RefObject, useCallback, useMemo } from 'react';
import type { SearchResult } from '../../ui/fields/search-options.tsx';
import { SearchSelect } from '../../ui/fields/search-select.tsx';

const MOST = 30;

/** Products by their codes and names. */
export function useProductIndex(products: readonly StockProduct[] | undefined) {
  return useMemo(() => {
    if (!products) return undefined;
    const ofCode = new Map(products.map((product) => [foldText(product.code), product]));
    const entries = products.map((product) => ({
      product,
      text: foldText(`${product.code} ${product.name}`),
    }));
    return {
      ofId: new Map(products.map((product) => [product.id, product])),
      byCode: (code: string) =>
        products.find((product) => product.code === code.trim()) ?? ofCode.get(foldText(code)),
      search: (text: string) => {
        const words = searchWords(text);
        return entries.filter(({ text }) => holdsWords(text, words)).map(({ product }) => product);
      },
    };
  }, [products]);
}

export type ProductIndex = NonNullable<ReturnType<typeof useProductIndex>>;

type Props = {
  inputRef: RefObject<HTMLInputElement | null>;
  index: ProductIndex | undefined;
  chosen?: StockProduct | undefined;
  size?: 'lg';
  onProduct: (product: StockProduct) => void;
  /** No product has this code. */
  onUnknown: (code: string) => void;
  /** Enter in the empty field. */
  onEmpty?: () => void;
  onClear?: () => void;
};

/** Takes a code from a scanner or the keys, or a part of a name and then a choice. */
export function ProductField(props: Props) {
  const { index, chosen, onProduct, onUnknown, onEmpty, onClear, ...input } = props;
  const search = useCallback(
    (text: string): SearchResult => {
      const found = text === '' || !index ? [] : index.search(text);
      const options = found
        .slice(0, MOST)
        .map(({ id, code, name }) => ({ key: `${id}`, lead: code, label: name }));
      return { options, more: found.length - options.length };
    },
    [index],
  );
  // A code that no product has must not choose another product by its name.
  const isCode = (text: string) => /\d/.test(text) && !/\s/.test(text.trim());
  return (
    <SearchSelect
      {...input}
      label="Código ou nome"
      name="Código ou nome"
      chosen={chosen?.name ?? ''}
      search={search}
      preferred={(text, { options }) =>
        text !== '' && !isCode(text) && options.length > 0 ? 0 : -1
      }
      onPick={(key) => {
        const product = index?.ofId.get(Number(key));
        if (product) onProduct(product);
      }}
      onClear={() => onClear?.()}
      onEnter={(text) => {
        if (text.trim() === '') onEmpty?.();
        else if (!index) return 'kept';
        else if (chosen && text === chosen.name) onProduct(chosen);
        else {
          const product = index.byCode(text);
          if (product) onProduct(product);
          else if (isCode(text)) onUnknown(text.trim());
          else return false;
        }
        return true;
      }}
      nothingFound={index ? 'Nenhum produto encontrado.' : 'Carregando os produtos…'}
    />
  );
}
