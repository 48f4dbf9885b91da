import { useQuery } from '@tanstack/react-query';
import { allPaymentMethodsQuery } from '../payment-methods/payment-methods.queries.ts';
import { activeProductsQuery, inactiveProductsQuery } from '../products/products.queries.ts';
import { indexInactive, indexProducts } from './order/product-search.ts';

const namesOf = (page: { results: readonly { name: string }[] }): readonly string[] =>
  page.results.map((method) => method.name);

/** What the counter offers: products ready to be searched, and payment methods by name. */
export function useCounterData() {
  const products = useQuery({ ...activeProductsQuery, select: indexProducts });
  const inactive = useQuery({ ...inactiveProductsQuery, select: indexInactive });
  const methods = useQuery({ ...allPaymentMethodsQuery, select: namesOf });
  return { products, inactive, methods };
}
