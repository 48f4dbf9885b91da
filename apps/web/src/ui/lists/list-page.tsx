import type { Page } from '@balcao/contract/page.ts';
import { Button, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import classes from './list-page.module.css';
import { EmptyList } from './list-states.tsx';
import type { ListWords } from './list-words.ts';
import { PagedList } from './paged-list.tsx';
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
  const { slice } = address;

  return (
    <>
      <Title order={1} size="h3" id={headingId} tabIndex={-1} className={classes.heading}>
        {words.title}
      </Title>
      <div className={classes.tools}>
        <SearchForm label={words.search} searched={slice.search} onSearch={address.setSearch} />
        <Button onClick={onAdd}>{words.add}</Button>
      </div>
      <PagedList
        title={words.title}
        list={list}
        address={address}
        empty={
          <EmptyList words={words} search={slice.search} onClear={() => address.setSearch('')} />
        }
        table={(rows) => table(headingId, rows)}
      />
    </>
  );
}
