import { formatCents } from '@balcao/domain/money.ts';
import type { Dispatch } from 'react';
import type { CounterAction } from '../sale/counter-state.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import classes from './product-grid.module.css';

type Props = { products: readonly CounterProduct[]; dispatch: Dispatch<CounterAction> };

/** The products sold most as tiles. A touch does what a scan of the product does. */
export function ProductGrid({ products, dispatch }: Props) {
  if (products.length === 0) {
    return (
      <p className={classes.empty}>
        A grade mostra os produtos mais vendidos dos últimos 30 dias, a partir do dia seguinte à
        venda. Um administrador pode fixar produtos em Ger. Produtos.
      </p>
    );
  }
  return (
    <ul className={classes.grid} aria-label="Grade de produtos">
      {products.map((product) => (
        <li key={product.id}>
          <button
            type="button"
            className={`mantine-focus-auto ${classes.tile}`}
            onClick={() => dispatch({ type: 'item-scanned', product })}
          >
            <span className={classes.name}>{product.name}</span>
            <span className={classes.price}>{formatCents(product.price)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
