import { formatCents } from '@balcao/domain/money.ts';
import { Button, TextInput } from '@mantine/core';
import { type Dispatch, type KeyboardEvent, memo, useCallback, useRef } from 'react';
import { flushSync } from 'react-dom';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';
import { useCounterFocus } from '../panel/counter-focus.tsx';
import type { CounterAction, Entry } from '../sale/counter-state.ts';
import { quantityOf } from '../sale/quantity.ts';
import { type CounterProduct, entrySubtotal } from '../sale/sale-item.ts';
import classes from './product-entry.module.css';
import { optionsByCode, optionsByName, preferredCode } from './product-options.ts';
import { type ProductIndex, productOfCode } from './product-search.ts';

type Props = {
  entry: Entry;
  problem: string | null;
  /** undefined until the products have been loaded. */
  index: ProductIndex | undefined;
  hasItems: boolean;
  locked: boolean;
  onUnknownCode: (code: string) => void;
  dispatch: Dispatch<CounterAction>;
};

/** A second Enter this soon belongs to a scanner that ends its codes with two. */
const SCANNER_ECHO_MS = 50;

export const ProductEntry = memo(function ProductEntry(props: Props) {
  const { entry, problem, index, hasItems, locked, onUnknownCode, dispatch } = props;
  const { field, focus } = useCounterFocus();
  const lastAdded = useRef(Number.NEGATIVE_INFINITY);
  const quantity = quantityOf(entry.quantity);

  const add = (product?: CounterProduct) => {
    lastAdded.current = performance.now();
    flushSync(() =>
      dispatch(product ? { type: 'item-entered', product } : { type: 'item-entered' }),
    );
    focus(quantity === 0 ? 'quantity' : 'code');
  };

  const choose = useCallback(
    (key: string) => {
      const product = index?.ofId.get(Number(key)) ?? null;
      flushSync(() => dispatch({ type: 'product-chosen', product }));
      focus('quantity');
    },
    [index, dispatch, focus],
  );
  const clear = useCallback(() => dispatch({ type: 'product-chosen', product: null }), [dispatch]);

  // A code and Enter is what a scanner sends: the product goes in at once.
  const enterCode = (text: string): boolean => {
    const product = index && productOfCode(index, text);
    if (product) add(product);
    else if (entry.product && text === entry.product.code) add();
    else if (text.trim() !== '') onUnknownCode(text.trim());
    else if (hasItems && performance.now() - lastAdded.current > SCANNER_ECHO_MS) {
      // Nothing more to add.
      focus('close-order');
    }
    return true;
  };

  const onQuantityKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      add();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const next = Math.max(0, quantity + (event.key === 'ArrowUp' ? 1 : -1));
      dispatch({ type: 'quantity-typed', typed: String(next) });
    }
  };

  const searchCodes = useCallback((text: string) => optionsByCode(index, text), [index]);
  const searchNames = useCallback((text: string) => optionsByName(index, text), [index]);
  const nothingFound = index ? 'Nenhum produto encontrado.' : 'Carregando os produtos…';

  return (
    <>
      <div className={classes.fields}>
        <SearchSelect
          inputRef={field('code')}
          label="Cód"
          name="Cód"
          className={classes.code}
          chosen={entry.product?.code ?? ''}
          search={searchCodes}
          preferred={preferredCode}
          onPick={choose}
          onClear={clear}
          onEnter={enterCode}
          nothingFound={nothingFound}
          disabled={locked}
        />
        <SearchSelect
          label="Produto"
          name="Produto"
          className={classes.name}
          chosen={entry.product?.name ?? ''}
          search={searchNames}
          onPick={choose}
          onClear={clear}
          nothingFound={nothingFound}
          disabled={locked}
        />
        <TextInput
          ref={field('quantity')}
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
          disabled={locked}
        />
        <TextInput
          label="Subtotal"
          className={classes.subtotal}
          readOnly
          // Shown, not worked with: the way of the keyboard goes past it.
          tabIndex={-1}
          value={formatCents(entrySubtotal(entry.product, quantity))}
        />
        <Button className={classes.add} onClick={() => add()} disabled={locked}>
          Adicionar
        </Button>
      </div>
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
    </>
  );
});
