import { formatReais } from '@balcao/domain/money.ts';
import { type RefObject, useCallback } from 'react';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import type { SearchResult } from '../../../ui/fields/search-options.tsx';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';
import { useEarlyCodes, useEnterEarly } from './early-codes.ts';
import {
  foundBy,
  isReadOfTrade,
  isWords,
  type ProductIndex,
  productOfCode,
  productsFound,
} from './product-index.ts';
import type { Named } from './ranked-products.ts';

const MOST = 50;

type Props<P extends Named> = {
  ref: RefObject<HTMLInputElement | null>;
  index: ProductIndex<P> | undefined;
  label?: string;
  chosen?: P | undefined;
  size?: 'lg';
  /** `isEarly`: its code was entered before the products had come, and another one maybe before it. */
  onProduct: (product: P, isEarly: boolean) => void;
  /** No product has this code, which may have been read. */
  onUnknown: (code: string) => void;
  /** Enter in the empty field. */
  onEmpty?: () => void;
  /** Takes what a hand has entered, if it is no product here. A program that makes no pause is a hand, unless it types a code. */
  onTyped?: (text: string) => boolean;
  onClear?: () => void;
};

/** Takes a code from a scanner or the keys, or a part of a name and then a choice. */
export function ProductField<P extends Named & { readonly price: number }>(props: Props<P>) {
  const { index, label = 'Código ou nome', chosen, ...rest } = props;
  const { onProduct, onUnknown, onEmpty, onTyped, onClear, ...input } = rest;
  const search = useCallback(
    (text: string): SearchResult => {
      const found = index ? productsFound(index, text) : [];
      const options = found.slice(0, MOST).map(({ id, code, name, price }) => ({
        ...{ key: `${id}`, lead: code, label: name, detail: formatReais(price) },
      }));
      return { options, more: found.length - options.length };
    },
    [index],
  );
  const early = useEarlyCodes<readonly [text: string, read: string]>();
  const enter = (text: string, read: string, isEarly = false) => {
    const isRead = read !== '' && index && productOfCode(index, read) !== undefined;
    if (text.trim() === '') onEmpty?.();
    else if (!index) {
      if (isWords(text)) return 'kept';
      early.wait([text, read]);
    } else if (!isRead && onTyped?.(text.trim())) return true;
    else if (chosen && text === chosen.name) onProduct(chosen, isEarly);
    else {
      const product = productOfCode(index, text);
      if (!product && isWords(text)) return false;
      if (product) onProduct(product, isEarly);
      else {
        playMissedScan();
        onUnknown(text.trim());
      }
    }
    return true;
  };
  useEnterEarly(early, index !== undefined, ([text, read]) => enter(text, read, true));
  return (
    <SearchSelect
      {...input}
      label={label}
      chosen={chosen?.name ?? ''}
      search={search}
      // Neither a code that no product has nor a word with a slip chooses another product.
      preferred={(text, { options: [first] }) => {
        const isMeant = text !== '' && isWords(text) && first;
        return isMeant && foundBy(text)({ code: first.lead ?? '', name: first.label }) ? 0 : null;
      }}
      onPick={(key) => {
        const product = index?.ofId.get(Number(key));
        if (product) onProduct(product, false);
      }}
      onClear={() => onClear?.()}
      endsRead={(text) =>
        (index && productOfCode(index, text) !== undefined) || isReadOfTrade(text)
      }
      onEnter={enter}
      nothingFound={index ? 'Nenhum produto encontrado.' : 'Carregando os produtos…'}
    />
  );
}
