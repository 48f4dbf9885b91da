import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { orWithout } from '../../../api/errors.ts';
import { asBoolean, readStored } from '../../../storage/stored-json.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { PRODUCTS_KEY, readProductGrid } from '../../products/products.queries.ts';
import { useOnHand } from '../../stock/on-hand/on-hand.tsx';
import type { CounterProduct } from '../sale/sale-item.ts';
import classes from './product-grid.module.css';
import tile from './product-tile.module.css';
import { ProductTile } from './product-tile.tsx';

/** The id of the list of tiles, where the device shows them. */
export const TILES = 'grade';

/** The products sold most as tiles. */
function ProductGrid({ products }: { products: readonly CounterProduct[] }) {
  const onHand = useOnHand();
  if (products.length === 0) {
    return (
      <p className={classes.empty}>
        A grade mostra os produtos mais vendidos dos últimos 30 dias, a partir do dia seguinte à
        venda. Um administrador pode fixar produtos em Ger. Produtos.
      </p>
    );
  }
  return (
    <div className={classes.panel}>
      <ul
        id={TILES}
        className={classes.grid}
        aria-label="Grade"
        // Safari gives a button that is pressed no focus.
        onClickCapture={({ target }) =>
          (target as Element).closest('button')?.focus({ preventScroll: true })
        }
      >
        {products.map((product) => (
          <li key={product.id} className={tile.place}>
            <ProductTile product={product} onHand={onHand.get(product.id)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const gridQuery = {
  queryKey: [...PRODUCTS_KEY, 'grid'],
  queryFn: ({ signal }: { signal: AbortSignal }) => orWithout(readProductGrid(signal), []),
};

/** `products`: the active ones by id; undefined until they are loaded. */
type GridPanelProps = { products: ReadonlyMap<number, CounterProduct> | undefined };

/** The grid of products; its list is loaded once the device shows it. */
export const GridPanel = memo(function GridPanel({ products }: GridPanelProps) {
  const [shown] = useGridShown();
  const ids = useQuery({ ...gridQuery, enabled: shown });
  if (!shown || !products) return null;
  if (ids.data) return <ProductGrid products={ids.data.flatMap((id) => products.get(id) ?? [])} />;
  return <LoadNotice query={ids} failed="Não foi possível carregar a grade de produtos." />;
});

/** Whether this device shows the grid of products, and its setter. */
export const useGridShown = () =>
  useLocalStorage({
    key: 'product-grid',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (text) => readStored(text, asBoolean) ?? false,
  });
