import type { Page } from '@balcao/contract/fields/page.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { DataTable, type TableProps } from './data-table.tsx';
import { ListFrame } from './list-frame.tsx';
import { Pager } from './pager/pager.tsx';
import type { ListAddress } from './use-list.ts';

type Props<Row> = Omit<TableProps<Row>, 'rows'> & {
  /** Announces the count, in the gender of the noun. */
  found?: 'Encontrados' | 'Encontradas';
  list: UseQueryResult<Page<Row>>;
  address: ListAddress;
  /** Shown when the whole list is empty. */
  empty: ReactNode;
  /** What all pages add up to, under the rows. */
  sums?: ReactNode;
};

export function PagedList<Row extends { id: number }>(props: Props<Row>) {
  const { found = 'Encontrados', list, address, empty, sums, ...table } = props;
  const { slice, replacePage, setPage, setPageSize } = address;
  const { data, error, isPlaceholderData } = list;
  const noneHere = data !== undefined && data.results.length === 0;
  const pastEnd = noneHere && !isPlaceholderData && data.total_pages < slice.page;
  const lastPage = pastEnd ? data.total_pages : 0;

  // The last row of the page was deleted, or the link is old.
  const showLast = useEffectEvent(() => replacePage(lastPage));
  useEffect(() => {
    if (lastPage > 0) showLast();
  }, [lastPage]);

  return (
    <>
      <p aria-live="polite" className="visually-hidden">
        {data && !isPlaceholderData && `${found}: ${data.count}, página ${slice.page}`}
      </p>
      <ListFrame
        list={list}
        empty={noneHere && !isPlaceholderData && lastPage === 0 ? empty : undefined}
        foot={
          <>
            {!error && !noneHere && sums}
            <Pager
              page={slice.page}
              pageSize={slice.page_size}
              totalPages={error ? undefined : data?.total_pages}
              count={error ? undefined : data?.count}
              onPage={setPage}
              onPageSize={setPageSize}
            />
          </>
        }
      >
        <DataTable
          {...table}
          rows={noneHere ? undefined : data?.results}
          waitingFor={slice.page_size}
        />
      </ListFrame>
    </>
  );
}
