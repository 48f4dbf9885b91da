import { formatCents } from '@balcao/domain/money.ts';
import { Button, Text } from '@mantine/core';
import type { CSSProperties, Dispatch } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import { type SaleItem, sumItems } from '../sale/sale-item.ts';
import classes from './order-end.module.css';

type Props = {
  items: readonly SaleItem[];
  /** Why the order could not be closed. */
  obstacle: string | false | undefined;
  dispatch: Dispatch<CounterAction>;
};

/** The end of step 1: the total, which the client reads across the counter, and FECHAR PEDIDO. */
export function OrderEnd({ items, obstacle, dispatch }: Props) {
  const total = formatCents(sumItems(items).total);
  return (
    <div className={classes.end}>
      <Text role="alert" className={classes.obstacle}>
        {obstacle}
      </Text>
      <p className={classes.total} style={{ '--figures': total.length } as CSSProperties}>
        <span className={classes.label}>TOTAL</span>
        <span className={classes.amount}>{total}</span>
      </p>
      <KeyHint shows="F8" on="filled">
        <Button
          id="close-order"
          color="green"
          size="md"
          className={classes.close}
          aria-keyshortcuts="F8"
          onClick={() => dispatch({ type: 'order-closed' })}
          // An Enter held down since the last field must not press this too.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          FECHAR PEDIDO
        </Button>
      </KeyHint>
    </div>
  );
}
