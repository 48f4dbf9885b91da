import { formatCents } from '@balcao/domain/money.ts';
import { Button, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Dispatch, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import { quantityOf } from '../../../ui/fields/quantity.ts';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';
import { isWords } from '../../products/search/product-index.ts';
import { focusField, keptField } from '../parts/counter-focus.ts';
import { KeyHint } from '../parts/key-hint.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import { quantityProblem } from '../sale/sale-checks.ts';
import { type Entry, entrySubtotal } from '../sale/sale-item.ts';
import { type Model, modelOfKey, sizeOf } from '../sizes/models.ts';
import { SizeChips } from '../sizes/size-chips.tsx';
import { focusLastItem } from './item-keys.ts';
import { listCalled } from './list-search.ts';
import classes from './product-entry.module.css';
import {
  type Counted,
  countedProduct,
  type InactiveCodes,
  inactiveName,
  type ProductIndex,
  preferredCode,
  preferredName,
  saleOfReceipt,
  timesAndCode,
} from './product-search.ts';
import { EntryNote, QuantityField } from './quantity-field.tsx';
import { useSearches } from './use-searches.ts';

/** The height of the order's foot, whose TOTAL stays in sight. */
const FOOT = 68;

type Props = {
  entry: Entry;
  problem: string | null;
  unread: string | null;
  /** undefined until the products are loaded. */
  index: ProductIndex | undefined;
  /** The codes that came before. */
  early: EarlyCodes;
  inactive: InactiveCodes | undefined;
  refetchInactive: UseQueryResult<InactiveCodes>['refetch'];
  hasItems: boolean;
  /** The name of the product that its code has just added one of. */
  counts: string | undefined;
  /** Whether a product that is entered twice is being asked about. */
  asking: boolean;
  /** The barcode of a receipt was scanned or typed. */
  onSale: (sale: number) => void;
  dispatch: Dispatch<CounterAction>;
};

export function ProductEntry(props: Props) {
  const { entry, problem, unread, index, inactive, refetchInactive, hasItems, counts, asking } =
    props;
  const { early, onSale, dispatch } = props;

  const add = (counted?: Counted) => {
    dispatch({ type: 'item-entered', ...counted });
    const hasProduct = counted || entry.product || counts !== undefined;
    const refused = quantityProblem(counted?.quantity ?? entry.quantity) !== undefined;
    focusField(hasProduct && refused ? 'quantity' : 'code');
  };

  const [model, setModel] = useState<Model>();
  const choose = (key: string) => {
    const list = listCalled(index, { key });
    if (list) return dispatch(list);
    const sizes = index && modelOfKey(index.models(), key);
    // Flushed, because the next key is for the sizes.
    if (sizes) return flushSync(() => setModel(sizes));
    setModel(undefined);
    const { times: chosen, code: id } = timesAndCode(key);
    const product = index?.ofId.get(Number(id)) ?? null;
    dispatch({ type: 'product-chosen', product });
    if (chosen !== undefined) dispatch({ type: 'quantity-typed', typed: chosen });
    focusField('quantity');
  };
  const clear = () => dispatch({ type: 'product-chosen', product: null });

  const refuse = async (code: string) => {
    playMissedScan();
    const known = inactiveName(inactive, code);
    dispatch({ type: 'code-unknown', code, inactiveName: known });
    if (known !== undefined) return;
    // The product may have been registered since the lists were loaded.
    const added = inactiveName((await refetchInactive()).data, code);
    if (added !== undefined) dispatch({ type: 'code-unknown', code, inactiveName: added });
  };

  /** Whether something has exactly this code; it is then entered. */
  const enterWhole = (text: string, addProduct: (counted: Counted) => void): boolean => {
    const counted = index && countedProduct(index, text);
    const list = listCalled(index, { code: text });
    const sale = index && saleOfReceipt(index, inactive, text);
    if (counted) addProduct(counted);
    else if (list) dispatch(list);
    else if (sale !== undefined) onSale(sale);
    else return false;
    return true;
  };

  // The focus may be elsewhere once the products are there.
  useEarlyCodes(early, index !== undefined && !asking, (text) => {
    const isEntered = enterWhole(text, (counted) => dispatch({ type: 'item-entered', ...counted }));
    if (!isEntered) void refuse(timesAndCode(text).code);
  });

  // A scanner sends a code and Enter: the product is added at once.
  const enterCode = (text: string): boolean | 'kept' => {
    const { code } = timesAndCode(text);
    if (enterWhole(text, add)) return true;
    if (!index && text.trim() !== '') early.keep(text);
    else if (entry.product && text === entry.product.code) add();
    else if (code !== '') {
      void refuse(code);
      if (isWords(code)) return 'kept';
    } else if (hasItems) focusField('close-order');
    return true;
  };

  const size = index && sizeOf(index.models(), entry.product);
  const searches = useSearches(index);
  const nothingFound = index ? 'Nenhum produto encontrado.' : 'Carregando os produtos…';
  const [kept] = useState(keptField);
  const typedIn = (id: string) => (kept?.id === id && kept.text ? kept.text : undefined);
  const select = { onPick: choose, onClear: clear, nothingFound, roomBelow: FOOT };

  return (
    <div className={classes.entry}>
      <div className={classes.fields}>
        <KeyHint shows="F2" on="label" className={classes.code}>
          <SearchSelect
            id="code"
            label="Cód"
            aria-keyshortcuts="F2"
            chosen={entry.product?.code ?? ''}
            typedBefore={typedIn('code')}
            search={searches.codes}
            preferred={preferredCode}
            onEnter={enterCode}
            onUp={focusLastItem}
            {...select}
          />
        </KeyHint>
        <SearchSelect
          id="product-name"
          label="Produto"
          className={classes.name}
          {...(size && sizeMark(size))}
          chosen={entry.product?.name ?? ''}
          typedBefore={typedIn('product-name')}
          search={searches.names}
          preferred={(text, found) => preferredName(index, text, found)}
          {...select}
        />
        <QuantityField entry={entry} onEnter={() => add()} dispatch={dispatch} />
        <TextInput
          label="Subtotal"
          className={classes.subtotal}
          variant="filled"
          readOnly
          tabIndex={-1}
          value={formatCents(entrySubtotal(entry.product, quantityOf(entry.quantity)))}
        />
        <Button className={classes.add} variant="light" onClick={() => add()}>
          Adicionar
        </Button>
      </div>
      {model && (
        <SizeChips
          model={model}
          onPick={({ id }) => choose(`${id}`)}
          onLeave={() => setModel(undefined)}
        />
      )}
      <EntryNote entry={entry} problem={problem} unread={unread} counts={counts} />
    </div>
  );
}

/** The size before the name, which may be too long for its field and says it at its end. */
const sizeMark = (size: string) => ({
  leftSectionWidth: `calc(${size.length}ch + 1.75rem)`,
  leftSection: (
    <span className={classes.size} aria-hidden>
      {size}
    </span>
  ),
});

/** Codes that cannot be entered yet. */
export type EarlyCodes = {
  readonly codes: readonly string[];
  readonly keep: (code: string) => void;
  readonly dropFirst: () => void;
};

/** Enters the codes one by one once it can, since any of them may ask whether it is wanted twice. */
function useEarlyCodes(early: EarlyCodes, ready: boolean, enter: (code: string) => void) {
  const enterFirst = useEffectEvent((code: string) => {
    enter(code);
    early.dropFirst();
  });
  useEffect(() => {
    const [code] = early.codes;
    if (code !== undefined && ready) enterFirst(code);
  }, [early.codes, ready]);
}
