import { useQuery } from '@tanstack/react-query';
import { allPaymentMethodsQuery } from '../../payment-methods/payment-methods.queries.ts';

const namesOf = (page: { results: readonly { name: string }[] }): readonly string[] =>
  page.results.map((method) => method.name);

/** What an order can be paid with. */
export const useMethodNames = () => useQuery({ ...allPaymentMethodsQuery, select: namesOf });
