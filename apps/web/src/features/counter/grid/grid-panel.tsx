import { useQuery } from '@tanstack/react-query';
import { type Dispatch, memo } from 'react';
import { orWithout } from '../../../api/errors.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { PRODUCTS_KEY, readProductGrid } from '../../products/products.queries.ts';
import type { CounterAction } from '../sale/counter-state.ts';
import type { CounterProduct } from '../sale/sale-item.ts';
import { ProductGrid } from './product-grid.tsx';
import { useGridShown } from './use-grid-shown.ts';

const gridQuery = {
  queryKey: [...PRODUCTS_KEY, 'grid'],
  queryFn: ({ signal }: { signal: AbortSignal }) => orWithout(readProductGrid(signal), []),
};

type Props = {
  /** The active products by id; undefined until they are loaded. */
  products: ReadonlyMap<number, CounterProduct> | undefined;
  dispatch: Dispatch<CounterAction>;
};

/** The grid of products; its list is loaded once the device shows it. */
export const GridPanel = memo(function GridPanel({ products, dispatch }: Props) {
  const [shown] = useGridShown();
  const ids = useQuery({ ...gridQuery, enabled: shown });
  if (!shown || !products) return null;
  if (ids.data) {
    const listed = ids.data.flatMap((id) => products.get(id) ?? []);
    return <ProductGrid products={listed} dispatch={dispatch} />;
  }
  return <LoadNotice query={ids} failed="Não foi possível carregar a grade de produtos." />;
});
