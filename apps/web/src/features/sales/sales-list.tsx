import type { Sale } from '@balcao/contract/sales.ts';
import { formatDay } from '@balcao/domain/business-day.ts';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { useRemoval } from '../../ui/dialogs/use-removal.tsx';
import { NothingInPeriod, NothingListed } from '../../ui/lists/list-frame.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useList } from '../../ui/lists/use-list.ts';
import { useListAddress } from '../../ui/lists/use-list-address.ts';
import { usePaper } from '../../ui/paper/use-paper.tsx';
import { amountOf, saleColumns } from './sale-columns.tsx';
import { listSales, removeSale, SALES_KEY } from './sales.queries.ts';
import type { SalesFilter } from './sales-search.ts';

const removalWords = { done: 'Venda excluída com sucesso!', failed: 'Erro ao excluir a venda.' };

type Props = { labelledBy: string; filter: SalesFilter; onShowAll: () => void };

export function SalesList({ labelledBy, filter, onShowAll }: Props) {
  const address = useListAddress();
  const list = useList(SALES_KEY, { ...address.slice, ...filter }, listSales);
  const receipt = usePaper(paths.receipt, 'Recibo');
  const removal = useRemoval<Sale>({
    queryKey: SALES_KEY,
    remove: removeSale,
    words: removalWords,
    describe: (sale) =>
      [formatDay(new Date(sale.created_at)), sale.client_data.name, amountOf(sale)].join(', '),
    confirmLabel: 'Excluir',
  });

  return (
    <>
      <PagedList
        title="VENDAS"
        found="Encontradas"
        list={list}
        address={address}
        labelledBy={labelledBy}
        columns={saleColumns({
          onPrint: receipt.open,
          onDelete: (sale) => removal.ask(sale, 'Tem certeza que deseja excluir essa venda?'),
          isRemoving: removal.isRemoving,
        })}
        empty={<NoSales filter={filter} onShowAll={onShowAll} />}
      />
      {removal.dialogs}
      {receipt.blocked}
    </>
  );
}

function NoSales({ filter, onShowAll }: Omit<Props, 'labelledBy'>) {
  const { search, startDate, endDate, products } = filter;
  if (!search && !startDate && !endDate && products.length === 0) {
    return (
      <NothingListed title="Nenhuma venda registrada">
        <p>As vendas feitas no balcão aparecem aqui.</p>
        <Button component={Link} to={paths.counter} variant="default">
          Ir para o PDV
        </Button>
      </NothingListed>
    );
  }
  return (
    <NothingInPeriod
      title="Nenhuma venda encontrada com este filtro"
      period={filter}
      hint="Mude o período, o vendedor ou os produtos."
    >
      <Button variant="default" onClick={onShowAll}>
        Mostrar todas
      </Button>
    </NothingInPeriod>
  );
}
