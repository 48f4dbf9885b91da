import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { NothingListed } from '../../ui/lists/list-frame.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useListAddress } from '../../ui/lists/use-list-address.ts';
import { usePaper } from '../../ui/paper/use-paper.tsx';
import { useSaleDeletion } from './delete-sale.tsx';
import { saleColumns } from './sale-columns.tsx';
import { salesQuery } from './sales.queries.ts';
import type { SalesFilter } from './sales-search.ts';

type Props = { labelledBy: string; filter: SalesFilter; onShowAll: () => void };

export function SalesList({ labelledBy, filter, onShowAll }: Props) {
  const address = useListAddress();
  const list = useQuery(salesQuery(address.slice, filter));
  const receipt = usePaper(paths.receipt, 'Recibo');
  const deletion = useSaleDeletion();

  return (
    <>
      <PagedList
        title="VENDAS"
        found="Encontradas"
        list={list}
        address={address}
        empty={<NoSales filter={filter} onShowAll={onShowAll} />}
        table={(rows) => (
          <DataTable
            labelledBy={labelledBy}
            columns={saleColumns({
              onPrint: receipt.open,
              onDelete: deletion.ask,
              isRemoving: deletion.isRemoving,
            })}
            rows={rows}
          />
        )}
      />
      {deletion.dialogs}
      {receipt.blocked}
    </>
  );
}

function NoSales({ filter, onShowAll }: { filter: SalesFilter; onShowAll: () => void }) {
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
  const backwards = startDate !== '' && endDate !== '' && startDate > endDate;
  return (
    <NothingListed title="Nenhuma venda encontrada com este filtro">
      <p>
        {backwards
          ? 'A data de início vem depois da data de fim.'
          : 'Mude o período, o vendedor ou os produtos.'}
      </p>
      <Button variant="default" onClick={onShowAll}>
        Mostrar todas
      </Button>
    </NothingListed>
  );
}
