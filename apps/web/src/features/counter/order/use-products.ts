import { useQuery } from '@tanstack/react-query';
import { activeProductsQuery, inactiveProductsQuery } from '../../products/products.queries.ts';
import { indexInactive, indexProducts } from './product-search.ts';

/** The products of the counter, indexed for searching, and the names of the inactive ones by code. */
export function useProducts() {
  const active = useQuery({ ...activeProductsQuery, select: indexProducts });
  const inactive = useQuery({ ...inactiveProductsQuery, select: indexInactive });
  return { active, inactive };
}
