import { useQuery } from '@tanstack/react-query';
import { type Dispatch, memo } from 'react';
import { PRODUCTS_KEY, readProductGrid } from '../../products/products.queries.ts';
import { LoadNotice } from '../parts/load-notice.tsx';
import type { CounterAction } from '../sale/counter-state.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import { useGridShown } from './use-grid-shown.ts';

/** The ids of the grid and its code. */
const gridQuery = {
  queryKey: [...PRODUCTS_KEY, 'grid'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => ({
    ids: await readProductGrid(signal),
    ProductGrid: (await import('./product-grid.tsx')).ProductGrid,
  }),
};

type Props = {
  /** The active products by id; undefined until they are loaded. */
  products: ReadonlyMap<number, CounterProduct> | undefined;
  dispatch: Dispatch<CounterAction>;
};

/** The grid of products, of which nothing is loaded until the device shows it. */
export const GridPanel = memo(function GridPanel({ products, dispatch }: Props) {
  const [shown] = useGridShown();
  const query = useQuery({ ...gridQuery, enabled: shown });
  if (!shown || !products) return null;
  const { ids, ProductGrid } = query.data ?? {};
  if (ProductGrid) {
    const listed = ids?.flatMap((id) => products.get(id) ?? []) ?? [];
    return <ProductGrid products={listed} dispatch={dispatch} />;
  }
  return (
    <LoadNotice
      query={query}
      empty={false}
      failed="Não foi possível carregar a grade de produtos."
      nothing=""
    />
  );
});
