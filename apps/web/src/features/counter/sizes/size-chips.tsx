import { formatCents } from '@balcao/domain/money.ts';
import { Box } from '@mantine/core';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { allIn } from '../../../ui/fields/focus.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { OnHandMark, useOnHand } from '../../stock/on-hand/on-hand.tsx';
import { useCounterStore, useDispatch } from '../sale/counter-context.ts';
import type { Exchange } from '../sale/sale-draft.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import type { Model } from './models.ts';
import classes from './size-chips.module.css';
import { namesChoice, useSizeKeys } from './size-keys.ts';

type Props = {
  model: Model;
  onPick: (product: CounterProduct) => void;
  /** Called when the focus has left. Without it the chips are there for good. */
  onLeave?: () => void;
};

const STEPS: Record<string, 1 | -1> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** The sizes of a model, one touch each; the arrow keys and what a size is called lead to it, and Enter takes it. */
export function SizeChips({ model, onPick, onLeave }: Props) {
  const { name, sizes } = model;
  const { moveFocus } = useCounterStore();
  const onHand = useOnHand();
  const group = useRef<HTMLDivElement>(null);
  const sizeOf = useSizeKeys();
  const [why, setWhy] = useState<string>();
  const prices = new Set(sizes.map(({ price }) => price));
  const chips = () => allIn(group.current, 'button');
  const opens = onLeave !== undefined;
  useLayoutEffect(() => {
    if (!opens) return;
    // No size: one Enter too many would take it.
    group.current?.focus();
    group.current?.scrollIntoView({ block: 'nearest' });
  }, [opens]);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = chips().indexOf(event.target as HTMLButtonElement);
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      setWhy(undefined);
      chips()
        .at(at < 0 ? Math.min(0, step) : (at + step) % sizes.length)
        ?.focus();
    } else if (event.key === 'Escape' && onLeave) {
      event.stopPropagation();
      moveFocus('product-name');
    } else if (namesChoice(event)) {
      // Elsewhere it would be the first of a code.
      event.stopPropagation();
      const named = sizeOf(event, sizes);
      setWhy(named.why);
      (named.place === undefined ? group.current : chips()[named.place])?.focus();
    }
  };
  return (
    <Box
      ref={group}
      role="group"
      aria-label={`Tamanhos de ${name}`}
      className={classes.sizes}
      data-opens={opens || undefined}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || onLeave?.()
      }
    >
      <div className={classes.model}>
        <strong>{name}</strong>
        {prices.size === 1 && sizes[0] && <span>{formatCents(sizes[0].price)}</span>}
        <Say rank="look">{why}</Say>
      </div>
      {sizes.map((product) => (
        <button
          key={product.id}
          type="button"
          className={`mantine-focus-auto ${classes.chip}`}
          onClick={() => onPick(product)}
        >
          <strong>{product.size}</strong>
          <OnHandMark pieces={onHand.get(product.id)} />
          {prices.size > 1 && <span>{formatCents(product.price)}</span>}
        </button>
      ))}
    </Box>
  );
}

type OtherSizesProps = { exchange: Exchange; models: ReadonlyMap<number, Model> };

/** The other sizes of what comes back: most exchanges are for one of them. */
export function OtherSizes({ exchange, models }: OtherSizesProps) {
  const dispatch = useDispatch();
  const { sale, items } = exchange;
  const pieces = items.flatMap(({ line, quantity }) => {
    const product = sale.items.find((item) => item.line === line)?.product_info.id;
    const model = models.get(product ?? 0);
    const others = model?.sizes.filter(({ id }) => id !== product);
    return model && others ? [{ line, quantity, model: { ...model, sizes: others } }] : [];
  });
  return pieces.map(({ line, quantity, model }) => (
    <SizeChips
      key={line}
      model={model}
      onPick={(product) => {
        dispatch({ type: 'product-chosen', product });
        dispatch({ type: 'quantity-typed', typed: `${quantity}` }, 'quantity');
      }}
    />
  ));
}
