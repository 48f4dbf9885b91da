import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { CounterProduct } from '@balcao/contract/products/products.ts';
import type { StudentCard } from '@balcao/domain/student-card.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { studentCardQuery } from '../../institution/institution.queries.ts';
import { allListsQuery } from '../../material-lists/material-lists.queries.ts';
import { activeProductsQuery, inactiveProductsQuery } from '../../products/products.queries.ts';
import { selector } from '../sale/counter-context.ts';
import {
  type InactiveCodes,
  indexInactive,
  indexProducts,
  type ProductIndex,
} from './product-search.ts';

type Loaded = {
  products: readonly CounterProduct[] | undefined;
  lists: readonly ListedMaterials[] | undefined;
  inactive: InactiveCodes | undefined;
  card: StudentCard | null | undefined;
};

const indexed = selector(
  ['products', 'lists', 'inactive', 'card'],
  ({ products, lists = [], inactive = new Map(), card = null }: Loaded) =>
    products && indexProducts(products, { lists, inactive, card }),
);

/** The products of the counter, indexed for searching; undefined until they are loaded. All its parts share one index. */
export function useIndex(): ProductIndex | undefined {
  const { data: products } = useQuery(activeProductsQuery);
  const { data: lists } = useQuery(allListsQuery);
  const { data: inactive } = useQuery({ ...inactiveProductsQuery, select: indexInactive });
  const { data: ofStudents } = useQuery(studentCardQuery);
  return indexed({ products, lists, inactive, card: ofStudents?.card });
}

/** Loads what codes are of from the server once more; undefined if that fails. */
export function useLoadIndex() {
  const client = useQueryClient();
  return async (): Promise<ProductIndex | undefined> => {
    const [products, lists = [], inactive = []] = await Promise.all([
      client.fetchQuery({ ...activeProductsQuery, staleTime: 0 }),
      client.fetchQuery({ ...allListsQuery, staleTime: 0 }),
      client.fetchQuery({ ...inactiveProductsQuery, staleTime: 0 }),
    ]).catch(() => []);
    return (
      products && indexProducts(products, { lists, inactive: indexInactive(inactive), card: null })
    );
  };
}
