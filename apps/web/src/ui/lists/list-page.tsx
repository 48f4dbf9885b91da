import type { Page } from '@balcao/contract/fields/page.ts';
import { Button, Flex, Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Screen } from '../screen.tsx';
import type { TableProps } from './data-table.tsx';
import classes from './list-frame.module.css';
import { NothingListed } from './list-frame.tsx';
import { PagedList } from './paged-list.tsx';
import { SearchForm } from './search-form.tsx';
import type { ListAddress } from './use-list.ts';

type Props<Row> = Pick<TableProps<Row>, 'columns' | 'onOpen'> & {
  words: {
    title: string;
    /** The section of the manual. */
    help: string;
    search: string;
    /** Shown while the list has no rows at all, with where rows come from. */
    empty: string;
    first: string;
  };
  list: UseQueryResult<Page<Row>>;
  address: ListAddress;
  searched: string;
  onSearch: (text: string) => void;
  /** Beside the title. */
  beside?: ReactNode;
  /** What the search understands. */
  hint?: string;
  /** At the other end of the line of the search. */
  tools?: ReactNode;
  /** Above the list. */
  bar?: ReactNode;
};

/** A page of one list that can be searched. */
export function ListPage<Row extends { id: number }>(props: Props<Row>) {
  const { words, list, address, searched, onSearch, columns, onOpen, hint, tools } = props;
  return (
    <Screen title={words.title} help={words.help} tools={props.beside}>
      <Flex
        className={classes.tools}
        wrap="wrap"
        align="center"
        justify={tools ? 'space-between' : 'flex-start'}
        gap="10px 24px"
        my={14}
      >
        <SearchForm label={words.search} searched={searched} onSearch={onSearch} />
        {hint && (
          <Text inherit c="dimmed">
            {hint}
          </Text>
        )}
        {tools && <Group gap={12}>{tools}</Group>}
      </Flex>
      {props.bar}
      <PagedList
        list={list}
        address={address}
        columns={columns}
        {...(onOpen && { onOpen })}
        empty={
          searched ? (
            <NothingListed title={`Nada encontrado para “${searched}”`}>
              <p>Confira o que foi digitado ou procure por uma parte.</p>
              <Button variant="default" onClick={() => onSearch('')}>
                Mostrar todos
              </Button>
            </NothingListed>
          ) : (
            <NothingListed title={words.empty}>
              <p>{words.first}</p>
            </NothingListed>
          )
        }
      />
    </Screen>
  );
}
