import { useQuery } from '@tanstack/react-query';
import { allPaymentMethodsQuery } from './payment-methods.queries.ts';

/** The choices of a filter by payment method; `chosen` may be a name of before, which filters too. */
export function useMethodChoices(chosen: string) {
  const { data } = useQuery(allPaymentMethodsQuery);
  const names = new Set([...(data?.results.map(({ name }) => name) ?? []), chosen]);
  return [
    { value: '', label: 'Todas as formas' },
    ...[...names].filter(Boolean).map((name) => ({ value: name, label: name })),
  ];
}
