import type { Dispatch } from 'react';
import { focusField } from '../parts/counter-focus.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { Exchange } from '../sale/sale-draft.ts';
import type { Model } from './models.ts';
import { SizeChips } from './size-chips.tsx';

type Props = {
  exchange: Exchange;
  models: ReadonlyMap<number, Model>;
  dispatch: Dispatch<CounterAction>;
};

/** The other sizes of what comes back: most exchanges are for one of them. */
export function OtherSizes({ exchange, models, dispatch }: Props) {
  const { sale, items } = exchange;
  const pieces = items.flatMap(({ line, quantity }) => {
    const product = sale.items.find((item) => item.line === line)?.product_info.id;
    const model = models.get(product ?? 0);
    const others = model?.sizes.filter((size) => size.product.id !== product);
    return model && others ? [{ line, quantity, model: { ...model, sizes: others } }] : [];
  });
  return pieces.map(({ line, quantity, model }) => (
    <SizeChips
      key={line}
      model={model}
      onPick={(product) => {
        dispatch({ type: 'product-chosen', product });
        dispatch({ type: 'quantity-typed', typed: `${quantity}` });
        focusField('quantity');
      }}
    />
  ));
}
