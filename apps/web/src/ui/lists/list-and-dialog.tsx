import type { Page } from '@balcao/contract/fields/page.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { EditDialog } from '../dialogs/edit-dialog.tsx';
import type { EditForm, EditWords } from '../dialogs/edit-form.ts';
import { useRemoval } from '../dialogs/use-removal.tsx';
import type { ChangeWords, Refusal } from '../messages/outcome.ts';
import type { DataColumn } from './data-table.tsx';
import type { ListSlice } from './filter.ts';
import { ListPage } from './list-page.tsx';
import { useList, useListAddress } from './use-list.ts';

export type ListWords = EditWords & {
  /** The section of the manual. */
  help: string;
  search: string;
  add: string;
  /** Shown while the list has no rows at all. */
  empty: string;
  remove: ChangeWords & { askInList: string; askInDialog: string };
};

type Props<Row extends { id: number; name: string }, I extends object> = {
  words: ListWords;
  /** The key of every query about these rows. */
  queryKey: QueryKey;
  read: (slice: ListSlice, signal: AbortSignal) => Promise<Page<Row>>;
  remove: (row: Row) => Promise<unknown>;
  columns: readonly DataColumn<Row>[];
  form: EditForm<Row, I>;
  /** Beside the delete icon of a row. `openNew` opens the dialog of a new row with this input. */
  rowActions?: (row: Row, openNew: (input: I) => void) => ReactNode;
  /** Beside the button for a new row, for what is found. */
  tools?: (search: string) => ReactNode;
  /** Between them and the list, about the rows that are shown and the number of all. */
  bar?: (found: { count: number; rows: readonly Row[] }) => ReactNode;
  /** Shown while the dialog is closed. */
  afterDialog?: ReactNode;
};

/** A list whose rows are made, edited and deleted: products, users or payment methods. */
export function ListAndDialog<Row extends { id: number; name: string }, I extends object>(
  props: Props<Row, I>,
) {
  const { words, queryKey, form } = props;
  const address = useListAddress();
  const list = useList(words.title, queryKey, address.slice, props.read);
  const removal = useRemoval<Row>({
    queryKey,
    remove: props.remove,
    words: words.remove,
    describe: ({ name }) => name,
  });
  const [dialog, setDialog] = useState<{ row: Row | null; from?: I } | null>(null);
  const [refusals] = useState(() => new Map<string, Refusal | undefined>());
  const { search } = address.slice;
  const from = dialog?.from;

  const removeColumn: DataColumn<Row> = {
    header: 'Excluir',
    hideHeader: true,
    width: props.rowActions ? '102px' : '60px',
    place: 'action',
    cell: (row) => (
      <Group gap={14} wrap="nowrap" justify={props.rowActions ? 'flex-end' : 'center'}>
        {props.rowActions?.(row, (from) => setDialog({ row: null, from }))}
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Excluir ${row.name}`}
          loading={removal.isRemoving(row)}
          onClick={() => removal.ask(row, words.remove.askInList)}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
    ),
  };

  return (
    <>
      <ListPage
        words={{ ...words, first: `Use “${words.add}” para começar.` }}
        list={list}
        address={address}
        searched={search}
        onSearch={address.setSearch}
        tools={
          <>
            {props.tools?.(search)}
            <Button onClick={() => setDialog({ row: null })}>{words.add}</Button>
          </>
        }
        bar={props.bar?.({ count: list.data?.count ?? 0, rows: list.data?.results ?? [] })}
        columns={[...props.columns, removeColumn]}
        onOpen={(row) => setDialog({ row })}
      />
      {dialog && (
        <EditDialog
          row={dialog.row}
          words={words}
          form={from ? { ...form, inputOf: () => from } : form}
          refusals={refusals}
          onDelete={(row, close) => removal.ask(row, words.remove.askInDialog, close)}
          onClose={() => {
            setDialog(null);
            void removal.reload();
          }}
          onMissed={removal.showNotice}
        />
      )}
      {removal.dialogs}
      {!dialog && props.afterDialog}
    </>
  );
}
