import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../../paths.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ListFrame, NothingListed } from '../../ui/list-frame.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { usePaper } from '../printouts/use-paper.tsx';
import { useSaleDeletion } from './delete-sale.tsx';
import { saleColumns } from './sale-columns.tsx';
import { salesQuery } from './sales.queries.ts';
import type { SalesFilter } from './sales-search.ts';

type Props = { labelledBy: string; filter: SalesFilter; onShowAll: () => void };

export function SalesList({ labelledBy, filter, onShowAll }: Props) {
  const { slice, setPage, setPageSize, replacePage } = useListAddress();
  const list = useQuery(salesQuery(slice, filter));
  const receipt = usePaper(paths.receipt, 'Recibo');
  const deletion = useSaleDeletion();

  const { data, error, isPlaceholderData } = list;
  const noneHere = data?.results.length === 0 && !isPlaceholderData;
  const lastPage = noneHere ? data.total_pages : 0;

  // Its last sale was deleted, or the link is an old one: show the last page there is.
  useEffect(() => {
    if (lastPage > 0) replacePage(lastPage);
  }, [lastPage, replacePage]);

  return (
    <>
      <p aria-live="polite" className="visually-hidden">
        {data && !isPlaceholderData && `Encontradas: ${data.count}, página ${slice.page}`}
      </p>
      <ListFrame
        title="VENDAS"
        list={list}
        empty={
          noneHere && lastPage === 0 ? <NoSales filter={filter} onShowAll={onShowAll} /> : undefined
        }
        foot={
          <Pager
            page={slice.page}
            pageSize={slice.page_size}
            totalPages={error ? undefined : data?.total_pages}
            count={error ? undefined : data?.count}
            onPage={setPage}
            onPageSize={setPageSize}
          />
        }
      >
        <DataTable
          labelledBy={labelledBy}
          columns={saleColumns({
            onPrint: receipt.open,
            onDelete: deletion.ask,
            isRemoving: deletion.isRemoving,
          })}
          rows={noneHere ? undefined : data?.results}
        />
      </ListFrame>
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
