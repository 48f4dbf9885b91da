import { formatCents } from '@balcao/domain/money.ts';
import { Button, Text, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type Dispatch, type KeyboardEvent, memo, useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';
import { focusField, keptField } from '../parts/counter-focus.ts';
import { KeyHint } from '../parts/key-hint.tsx';
import { playMissedScan } from '../parts/missed-scan-sound.ts';
import type { CounterAction, Entry } from '../sale/counter-state.ts';
import { quantityOf } from '../sale/quantity.ts';
import { entrySubtotal } from '../sale/sale-item.ts';
import classes from './product-entry.module.css';
import {
  type Counted,
  countedProduct,
  type InactiveCodes,
  inactiveName,
  optionsByCode,
  optionsByName,
  type ProductIndex,
  preferredCode,
  saleOfReceipt,
  timesAndCode,
} from './product-search.ts';
import { useEarlyCodes } from './use-early-codes.ts';

type Props = {
  entry: Entry;
  problem: string | null;
  /** undefined until the products are loaded. */
  index: ProductIndex | undefined;
  inactive: InactiveCodes | undefined;
  refetchInactive: UseQueryResult<InactiveCodes>['refetch'];
  hasItems: boolean;
  /** Whether a product that is entered twice is being asked about. */
  asking: boolean;
  /** The barcode of a receipt was scanned or typed. */
  onSale: (sale: number) => void;
  dispatch: Dispatch<CounterAction>;
};

/** The same element at every render, or the field would render again. */
const CODE_LABEL = (
  <>
    Cód <KeyHint>F2</KeyHint>
  </>
);

export const ProductEntry = memo(function ProductEntry(props: Props) {
  const { entry, problem, index, inactive, refetchInactive, hasItems, asking } = props;
  const { onSale, dispatch } = props;
  const quantity = quantityOf(entry.quantity);

  const add = (counted?: Counted) => {
    flushSync(() => dispatch({ type: 'item-entered', ...counted }));
    const added = counted?.quantity === undefined ? quantity : quantityOf(counted.quantity);
    focusField(added === 0 ? 'quantity' : 'code');
  };

  const choose = useCallback(
    (key: string) => {
      const { times: chosen, code: id } = timesAndCode(key);
      const product = index?.ofId.get(Number(id)) ?? null;
      flushSync(() => {
        dispatch({ type: 'product-chosen', product });
        if (chosen !== undefined) dispatch({ type: 'quantity-typed', typed: chosen });
      });
      focusField('quantity');
    },
    [index, dispatch],
  );
  const clear = useCallback(() => dispatch({ type: 'product-chosen', product: null }), [dispatch]);

  const refuse = async (code: string) => {
    playMissedScan();
    const known = inactiveName(inactive, code);
    dispatch({ type: 'code-unknown', code, inactiveName: known });
    if (known !== undefined) return;
    // The product may have been registered since the lists were loaded.
    const added = inactiveName((await refetchInactive()).data, code);
    if (added !== undefined) dispatch({ type: 'code-unknown', code, inactiveName: added });
  };

  // The focus may be elsewhere once the products are there.
  const keepEarly = useEarlyCodes(index !== undefined && !asking, (text) => {
    const counted = index && countedProduct(index, text);
    const sale = index && saleOfReceipt(index, inactive, text);
    if (counted) dispatch({ type: 'item-entered', ...counted });
    else if (sale !== undefined) onSale(sale);
    else void refuse(timesAndCode(text).code);
  });

  // A scanner sends a code and Enter: the product is added at once.
  const enterCode = (text: string): boolean => {
    const counted = index && countedProduct(index, text);
    const sale = index && saleOfReceipt(index, inactive, text);
    if (counted) add(counted);
    else if (sale !== undefined) onSale(sale);
    else if (!index && text.trim() !== '') keepEarly(text);
    else if (entry.product && text === entry.product.code) add();
    else if (text.trim() !== '') void refuse(timesAndCode(text).code);
    else if (hasItems) focusField('close-order');
    return true;
  };

  const onQuantityKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      add();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const next = Math.max(0, quantity + (event.key === 'ArrowUp' ? 1 : -1));
      dispatch({ type: 'quantity-typed', typed: `${next}` });
    }
  };

  const searchCodes = useCallback((text: string) => optionsByCode(index, text), [index]);
  const searchNames = useCallback((text: string) => optionsByName(index, text), [index]);
  const nothingFound = index ? 'Nenhum produto encontrado.' : 'Carregando os produtos…';
  const [kept] = useState(keptField);
  const typedIn = (id: string) => (kept?.id === id && kept.text ? kept.text : undefined);
  const select = { onPick: choose, onClear: clear, nothingFound };

  return (
    <>
      <div className={classes.fields}>
        <SearchSelect
          id="code"
          label={CODE_LABEL}
          name="Cód"
          className={classes.code}
          chosen={entry.product?.code ?? ''}
          typedBefore={typedIn('code')}
          search={searchCodes}
          preferred={preferredCode}
          onEnter={enterCode}
          {...select}
        />
        <SearchSelect
          id="product-name"
          label="Produto"
          name="Produto"
          className={classes.name}
          chosen={entry.product?.name ?? ''}
          typedBefore={typedIn('product-name')}
          search={searchNames}
          {...select}
        />
        <TextInput
          id="quantity"
          label="Qtd."
          className={classes.quantity}
          inputMode="numeric"
          autoComplete="off"
          role="spinbutton"
          aria-valuemin={0}
          aria-valuenow={quantity}
          value={entry.quantity}
          onChange={(event) =>
            dispatch({ type: 'quantity-typed', typed: event.currentTarget.value })
          }
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onQuantityKey}
        />
        <TextInput
          label="Subtotal"
          className={classes.subtotal}
          variant="filled"
          readOnly
          tabIndex={-1}
          value={formatCents(entrySubtotal(entry.product, quantity))}
        />
        <Button className={classes.add} onClick={() => add()}>
          Adicionar
        </Button>
      </div>
      {/* Room for a line, so that the table does not move. */}
      <Text component="div" size="xs" fw={600} c="red" mih="1.5em" my={2}>
        <span role="alert">{problem}</span>
        {entry.edited && !problem && (
          <span role="status" className={classes.editing}>
            Editando {entry.edited.product.name}: Enter em Qtd. guarda, Esc deixa como estava.
          </span>
        )}
      </Text>
    </>
  );
});
