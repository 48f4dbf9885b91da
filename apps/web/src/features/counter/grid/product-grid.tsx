import { formatCents } from '@balcao/domain/money.ts';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Dispatch } from 'react';
import { orWithout } from '../../../api/errors.ts';
import { asBoolean, readStored } from '../../../storage/stored-json.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { PRODUCTS_KEY, readProductGrid } from '../../products/products.queries.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import classes from './product-grid.module.css';

type ProductGridProps = { products: readonly CounterProduct[]; dispatch: Dispatch<CounterAction> };

/** The products sold most as tiles. A touch does what a scan of the product does. */
function ProductGrid({ products, dispatch }: ProductGridProps) {
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

const gridQuery = {
  queryKey: [...PRODUCTS_KEY, 'grid'],
  queryFn: ({ signal }: { signal: AbortSignal }) => orWithout(readProductGrid(signal), []),
};

type GridPanelProps = {
  /** The active products by id; undefined until they are loaded. */
  products: ReadonlyMap<number, CounterProduct> | undefined;
  dispatch: Dispatch<CounterAction>;
};

/** The grid of products; its list is loaded once the device shows it. */
export function GridPanel({ products, dispatch }: GridPanelProps) {
  const [shown] = useGridShown();
  const ids = useQuery({ ...gridQuery, enabled: shown });
  if (!shown || !products) return null;
  if (ids.data) {
    const listed = ids.data.flatMap((id) => products.get(id) ?? []);
    return <ProductGrid products={listed} dispatch={dispatch} />;
  }
  return <LoadNotice query={ids} failed="Não foi possível carregar a grade de produtos." />;
}

/** The switch on the counter's bar. Mantine's own is too heavy for this page. */
export function GridSwitch() {
  const [shown, setShown] = useGridShown();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={shown}
      aria-label="Grade de produtos"
      className={`mantine-focus-auto ${classes.switch}`}
      onClick={() => setShown(!shown)}
    >
      <span className={classes.track} />
      Grade
    </button>
  );
}

/** Whether this device shows the grid of products, and its setter. */
const useGridShown = () =>
  useLocalStorage({
    key: 'product-grid',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (text) => readStored(text, asBoolean) ?? false,
  });
