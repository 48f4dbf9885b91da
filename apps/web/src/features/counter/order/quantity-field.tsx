import { TextInput } from '@mantine/core';
import type { Dispatch, KeyboardEvent } from 'react';
import { quantityOf, shownQuantity } from '../../../ui/fields/quantity.ts';
import type { CounterAction, Entry } from '../sale/counter-state.ts';
import classes from './product-entry.module.css';

type Props = { entry: Entry; onEnter: () => void; dispatch: Dispatch<CounterAction> };

/** Whether the quantity is of no product yet, and would be the next one's. */
export const waitsForProduct = ({ product, quantity }: Entry) =>
  product === null && quantity !== '1';

/** Qtd.: digits, the arrow keys, and Enter that adds the item. */
export function QuantityField({ entry, onEnter, dispatch }: Props) {
  const quantity = quantityOf(entry.quantity);
  const type = (typed: string) => dispatch({ type: 'quantity-typed', typed });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      type(`${Math.max(0, quantity + (event.key === 'ArrowUp' ? 1 : -1))}`);
    }
  };
  return (
    <TextInput
      id="quantity"
      label="Qtd."
      className={classes.quantity}
      inputMode="numeric"
      autoComplete="off"
      role="spinbutton"
      aria-valuemin={0}
      aria-valuenow={quantity}
      data-waiting={waitsForProduct(entry) || undefined}
      value={shownQuantity(entry.quantity)}
      onChange={(event) => type(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
    />
  );
}
