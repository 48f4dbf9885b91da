import { Button, Group } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useState } from 'react';
import { orWithout } from '../../../api/errors.ts';
import { asBoolean, readStored } from '../../../storage/stored-json.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { PRODUCTS_KEY, readProductGrid } from '../../products/products.queries.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import { useOnHand } from '../stock/on-hand.tsx';
import classes from './product-grid.module.css';
import tile from './product-tile.module.css';
import { ProductTile } from './product-tile.tsx';

/** The id of the list of tiles, where the device shows them. */
export const TILES = 'grade';

/** The products sold most as tiles, and the groups that their codes make. */
function ProductGrid({ products }: { products: readonly CounterProduct[] }) {
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
            <Button
              key={label ?? ''}
              size="compact-sm"
              radius="xl"
              fw={500}
              flex="none"
              variant={label === group?.label ? 'light' : 'default'}
              aria-pressed={label === group?.label}
              onClick={() => setChosen(label)}
            >
              {label ?? 'Tudo'}
            </Button>
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

/** Tiles whose codes begin alike: CAM-P and CAM-M, 30101 and 30102. */
type TileGroup = { readonly label: string; readonly products: readonly CounterProduct[] };

/** The letters that a code begins with, or else its number without the two digits that count. */
const prefixOf = (code: string): string =>
  /^\p{L}{2,}/u.exec(code)?.[0].toUpperCase() ?? /^(\d{1,4})\d\d$/.exec(code)?.[1] ?? '';

/** The word that all their names begin with, or else the letters of their codes; '' for mere numbers. */
function labelOf(prefix: string, members: readonly CounterProduct[]): string {
  const [first = '', ...others] = members.map(({ name }) => name.split(' ')[0] ?? '');
  if (others.every((word) => word === first)) return first;
  return /\d/.test(prefix) ? '' : prefix;
}

/** The groups of two tiles and more that have a name, one for each name; none if there is only one. */
export function tileGroups(products: readonly CounterProduct[]): readonly TileGroup[] {
  const byPrefix = Map.groupBy(products, ({ code }) => prefixOf(code));
  byPrefix.delete('');
  const named = [...byPrefix].filter(([, members]) => members.length > 1);
  const byLabel = Map.groupBy(named, ([prefix, members]) => labelOf(prefix, members));
  byLabel.delete('');
  const groups = [...byLabel].map(([label, alike]) => ({
    label,
    products: alike.flatMap(([, members]) => members),
  }));
  return groups.length > 1 ? groups : [];
}
