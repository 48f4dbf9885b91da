import { formatCents } from '@balcao/domain/money.ts';
import { IconMinus } from '@tabler/icons-react';
import { type MouseEvent, useRef } from 'react';
import { OnHandMark } from '../../stock/on-hand/on-hand.tsx';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { type CounterProduct, lineOf } from '../sale/sale-item.ts';
import classes from './product-tile.module.css';

type Props = {
  product: CounterProduct;
  /** How many there are, of a followed product. */
  onHand: number | undefined;
};

/** Touches so near to each other, in milliseconds and pixels, are one series. */
const SERIES_MS = 1_000;
const SERIES_PX = 16;

/** A product to touch: each touch adds one, and one on the − in its corner takes one away. */
export function ProductTile({ product, onHand }: Props) {
  const dispatch = useDispatch();
  const { id: productId, name, price } = product;
  const quantity = useCounter(({ draft }) => lineOf(draft.items, productId)?.quantity ?? 0);
  const last = useRef({ at: Number.NEGATIVE_INFINITY, x: 0, y: 0, by: 1 as 1 | -1 });
  const count = (wanted: 1 | -1, { detail, timeStamp: at, clientX: x, clientY: y }: MouseEvent) => {
    const { current: before } = last;
    const near = Math.hypot(x - before.x, y - before.y) < SERIES_PX;
    // The − comes and goes under the finger: a series does what its first touch did. Keys have no place.
    const by = detail > 0 && near && at - before.at < SERIES_MS ? before.by : wanted;
    last.current = { at, x, y, by };
    if (by === 1 && quantity === 0) dispatch({ type: 'item-scanned', product });
    else dispatch({ type: 'item-counted', productId, by });
  };
  return (
    <>
      <button
        type="button"
        className={`mantine-focus-auto ${classes.tile}`}
        data-listed={quantity > 0 || undefined}
        onClick={(event) => count(1, event)}
      >
        <OnHandMark pieces={onHand} className={classes.onHand} />
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
      {quantity > 0 && (
        <button
          type="button"
          className={`mantine-focus-auto ${classes.less}`}
          aria-label={`Menos um ${name}`}
          onClick={(event) => {
            // With the last one it goes, and the focus with it.
            const { previousElementSibling: tile } = event.currentTarget;
            if (quantity === 1) (tile as HTMLElement).focus({ preventScroll: true });
            count(-1, event);
          }}
        >
          <IconMinus size={20} aria-hidden />
        </button>
      )}
    </>
  );
}
