import type { Page } from '@balcao/contract/page.ts';
import { Button, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { ListFrame } from './list-frame.tsx';
import classes from './list-page.module.css';
import { EmptyList } from './list-states.tsx';
import type { ListWords } from './list-words.ts';
import { Pager } from './pager.tsx';
import { SearchForm } from './search-form.tsx';
import type { ListAddress } from './use-list-address.ts';

type Props<Row> = {
  words: ListWords;
  list: UseQueryResult<Page<Row>>;
  address: ListAddress;
  onAdd: () => void;
  /** `rows` is undefined as long as they are still to come. */
  table: (labelledBy: string, rows: readonly Row[] | undefined) => ReactNode;
};

/** Heading, search, the rows or why there are none, and the pager. */
export function ListPage<Row>({ words, list, address, onAdd, table }: Props<Row>) {
  const headingId = useId();
  const { slice, replacePage } = address;
  const { data, error, isPlaceholderData } = list;
  const noneHere = data !== undefined && data.results.length === 0;
  const lastPage = noneHere && !isPlaceholderData ? data.total_pages : 0;

  // Its last row was deleted, or the link is an old one: show the last page there is.
  useEffect(() => {
    if (lastPage > 0) replacePage(lastPage);
  }, [lastPage, replacePage]);

  return (
    <>
      <Title order={1} size="h3" id={headingId} tabIndex={-1} className={classes.heading}>
        {words.title}
      </Title>
      <div className={classes.tools}>
        <SearchForm label={words.search} searched={slice.search} onSearch={address.setSearch} />
        <Button onClick={onAdd}>{words.add}</Button>
      </div>
      <p aria-live="polite" className="visually-hidden">
        {data && !isPlaceholderData && `Encontrados: ${data.count}, página ${slice.page}`}
      </p>
      <ListFrame
        title={words.title}
        list={list}
        empty={
          noneHere && !isPlaceholderData && lastPage === 0 ? (
            <EmptyList words={words} search={slice.search} onClear={() => address.setSearch('')} />
          ) : undefined
        }
        foot={
          <Pager
            page={slice.page}
            pageSize={slice.page_size}
            totalPages={error ? undefined : data?.total_pages}
            count={error ? undefined : data?.count}
            onPage={address.setPage}
            onPageSize={address.setPageSize}
          />
        }
      >
        {table(headingId, noneHere ? undefined : data?.results)}
      </ListFrame>
    </>
  );
}
