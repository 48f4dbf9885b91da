import type { ListedMaterials } from '@balcao/contract/products/material-lists.ts';
import type { CounterProduct } from '@balcao/contract/products/products.ts';
import type { StudentCard } from '@balcao/domain/student-card.ts';
import { useQuery } from '@tanstack/react-query';
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
  const { data: inactive } = useInactive();
  const { data: ofStudents } = useQuery(studentCardQuery);
  return indexed({ products, lists, inactive, card: ofStudents?.card });
}

/** The names of the inactive products by code. */
export const useInactive = () => useQuery({ ...inactiveProductsQuery, select: indexInactive });
