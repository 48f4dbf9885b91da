import { formatReais } from '@balcao/domain/money.ts';
import { useQuery } from '@tanstack/react-query';
import { ListSums } from '../../ui/lists/list-sums.tsx';
import { saleSumsQuery } from './sales.queries.ts';
import type { SalesFilter } from './sales-address.ts';

/** What all sales of a filter add up to. A server that does not know the call leaves the place empty. */
export function SaleSums({ filter, isWaiting }: { filter: SalesFilter; isWaiting: boolean }) {
  const { data } = useQuery(saleSumsQuery(filter));
  if (!data) return <ListSums mb={6} mih="1.55em" of={[]} />;
  const { count, total, net } = data;
  return (
    <ListSums
      mb={6}
      isWaiting={isWaiting}
      of={[
        [count === 1 ? 'venda' : 'vendas', count.toLocaleString('pt-BR')],
        ['soma', formatReais(total)],
        ['líquido do que voltou', formatReais(net)],
      ]}
    />
  );
}
