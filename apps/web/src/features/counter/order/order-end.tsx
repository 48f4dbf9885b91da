import { formatCents } from '@balcao/domain/money.ts';
import { Button, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { CSSProperties, Dispatch } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { UndoNote } from '../parts/undo-note.tsx';
import type { CounterAction, CounterState } from '../sale/counter-state.ts';
import { lineOf, sumItems } from '../sale/sale-item.ts';
import classes from './order-end.module.css';

type Props = {
  state: Pick<CounterState, 'draft' | 'newest' | 'undo'>;
  /** Why the order could not be closed. */
  obstacle: string | undefined;
  dispatch: Dispatch<CounterAction>;
};

/** The foot of step 1, always in sight: the total, which the client reads across the counter, and FECHAR PEDIDO. */
export function OrderEnd({ state, obstacle, dispatch }: Props) {
  const { draft, newest, undo } = state;
  const total = formatCents(sumItems(draft.items).total);
  // On a phone the list is below.
  const isPhone = useMediaQuery('(max-width: 40em)', false, { getInitialValueInEffect: false });
  const added = isPhone && newest ? lineOf(draft.items, newest.productId) : undefined;
  return (
    <div className={classes.end}>
      <Text role="alert" className={classes.obstacle}>
        {obstacle}
      </Text>
      <div role="status" className={classes.note}>
        <UndoNote />
        {!undo &&
          added &&
          `${added.product.name} · ${added.quantity} × ${formatCents(added.product.price)}`}
      </div>
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
