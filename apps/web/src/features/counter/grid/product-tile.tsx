import { formatCents } from '@balcao/domain/money.ts';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import type { Dispatch } from 'react';
import type { CounterAction } from '../sale/counter-state.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import classes from './product-tile.module.css';

type Props = {
  product: CounterProduct;
  /** How many the order holds. */
  quantity: number;
  /** It offers one more and one less in place of its price. */
  open: boolean;
  onOpen: (product: CounterProduct) => void;
  dispatch: Dispatch<CounterAction>;
};

/** A product to touch: the first touch adds one, as a scan would, and the next one offers to count it. */
export function ProductTile({ product, quantity, open, onOpen, dispatch }: Props) {
  const { id: productId, name, price } = product;
  const add = () => dispatch({ type: 'item-scanned', product });
  const count = (by: 1 | -1) => dispatch({ type: 'item-counted', productId, by });
  if (open) {
    return (
      <div className={classes.tile}>
        <span className={classes.name}>{name}</span>
        <span className={classes.steps}>
          <button
            type="button"
            className={`mantine-focus-auto ${classes.step}`}
            aria-label={`Menos um ${name}`}
            disabled={quantity === 0}
            // The last clicks of who clicks fast to have more must not remove it.
            onClick={({ detail }) => (quantity > 1 || detail < 2) && count(-1)}
          >
            <IconMinus size={20} aria-hidden />
          </button>
          <output className={classes.counted}>{quantity}</output>
          <button
            type="button"
            // The button that opened it is gone.
            // biome-ignore lint/a11y/noAutofocus: see above
            autoFocus
            className={`mantine-focus-auto ${classes.step}`}
            aria-label={`Mais um ${name}`}
            onClick={() => (quantity === 0 ? add() : count(1))}
          >
            <IconPlus size={20} aria-hidden />
          </button>
        </span>
      </div>
    );
  }
  return (
    <button
      type="button"
      className={`mantine-focus-auto ${classes.tile}`}
      onClick={() => (quantity === 0 ? add() : onOpen(product))}
    >
      <span className={classes.name}>{name}</span>
      <span className={classes.price}>
        {formatCents(price)}
        {quantity > 0 && (
          <span className={classes.count}>
            {quantity.toLocaleString('pt-BR')}
            <span className="visually-hidden"> no pedido</span>
          </span>
        )}
      </span>
    </button>
  );
}
