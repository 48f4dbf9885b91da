import { Group } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useMemo, useState } from 'react';
import { orWithout } from '../../../api/errors.ts';
import { asBoolean, readStored } from '../../../storage/stored-json.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { PRODUCTS_KEY, readProductGrid } from '../../products/products.queries.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import { type CounterProduct, lineOf, type SaleItem } from '../sale/sale-item.ts';
import { useOnHand } from '../stock/on-hand.ts';
import classes from './product-grid.module.css';
import tile from './product-tile.module.css';
import { ProductTile } from './product-tile.tsx';
import { tileGroups } from './tile-groups.ts';

/** The id of the list of tiles, where the device shows them. */
export const TILES = 'grade';

type ProductGridProps = {
  products: readonly CounterProduct[];
  items: readonly SaleItem[];
  dispatch: Dispatch<CounterAction>;
};

/** The products sold most as tiles, and the groups that their codes make. */
function ProductGrid({ products, items, dispatch }: ProductGridProps) {
  const [chosen, setChosen] = useState<string>();
  const onHand = useOnHand();
  const groups = useMemo(() => tileGroups(products), [products]);
  const group = groups.find(({ label }) => label === chosen);
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
      {groups.length > 0 && (
        <Group role="group" aria-label="Grupos da grade" className={classes.groups} wrap="nowrap">
          {[undefined, ...groups.map(({ label }) => label)].map((label) => (
            <button
              key={label ?? ''}
              type="button"
              className={`mantine-focus-auto ${classes.group}`}
              aria-pressed={label === group?.label}
              onClick={() => setChosen(label)}
            >
              {label ?? 'Tudo'}
            </button>
          ))}
        </Group>
      )}
      <ul
        id={TILES}
        className={classes.grid}
        aria-label="Grade"
        // Safari gives a button that is pressed no focus.
        onClickCapture={({ target }) =>
          (target as Element).closest('button')?.focus({ preventScroll: true })
        }
      >
        {(group?.products ?? products).map((product) => (
          <li key={product.id} className={tile.place}>
            <ProductTile
              product={product}
              quantity={lineOf(items, product.id)?.quantity ?? 0}
              onHand={onHand.get(product.id)}
              dispatch={dispatch}
            />
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

type GridPanelProps = {
  /** The active products by id; undefined until they are loaded. */
  products: ReadonlyMap<number, CounterProduct> | undefined;
  items: readonly SaleItem[];
  dispatch: Dispatch<CounterAction>;
};

/** The grid of products; its list is loaded once the device shows it. */
export function GridPanel({ products, items, dispatch }: GridPanelProps) {
  const [shown] = useGridShown();
  const ids = useQuery({ ...gridQuery, enabled: shown });
  if (!shown || !products) return null;
  if (ids.data) {
    const listed = ids.data.flatMap((id) => products.get(id) ?? []);
    return <ProductGrid products={listed} items={items} dispatch={dispatch} />;
  }
  return <LoadNotice query={ids} failed="Não foi possível carregar a grade de produtos." />;
}

/** Whether this device shows the grid of products, and its setter. */
export const useGridShown = () =>
  useLocalStorage({
    key: 'product-grid',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (text) => readStored(text, asBoolean) ?? false,
  });
