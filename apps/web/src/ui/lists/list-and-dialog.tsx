import type { Page } from '@balcao/contract/fields/page.ts';
import { ActionIcon, Button, Group } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { QueryKey } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { EditDialog } from '../dialogs/edit-dialog.tsx';
import {
  type EditDialogState,
  type FormValues,
  useEditDialog,
} from '../dialogs/use-edit-dialog.ts';
import { useRemoval } from '../dialogs/use-removal.tsx';
import type { ChangeWords } from '../messages/outcome.ts';
import type { DataColumn } from './data-table.tsx';
import type { ListSlice } from './list-address.ts';
import { ListPage } from './list-page.tsx';
import { useList, useListAddress } from './use-list.ts';

export type ListWords = {
  title: string;
  /** The section of the manual. */
  help: string;
  search: string;
  add: string;
  /** Shown while the list has no rows at all. */
  empty: string;
  newTitle: string;
  editTitle: string;
  /** Said of an edit whose input comes back: these fields are the row's, which others may have changed. */
  notRestored?: string;
  create: ChangeWords;
  edit: ChangeWords;
  remove: ChangeWords & { askInList: string; askInDialog: string };
};

/** The content of a dialog's fields; `row` is null for a new row. */
export type FieldsProps<Row> = {
  row: Row | null;
  /** Input that is not saved yet; it replaces the values of the row, but no price, role or active flag. */
  unsaved: FormValues | undefined;
  /** Why the server refused a field. */
  errorAt: (field: string) => string | undefined;
  /** The properties of a text field; `name` is a field of the row. */
  textField: (name: keyof Row & string) => {
    name: string;
    defaultValue: string | undefined;
    error: string | undefined;
    autoComplete: 'off';
  };
};

type Props<Row extends { id: number; name: string }> = {
  words: ListWords;
  /** The key of every query about these rows. */
  queryKey: QueryKey;
  read: (slice: ListSlice, signal: AbortSignal) => Promise<Page<Row>>;
  save: (row: Row | null, form: FormData) => Promise<unknown>;
  remove: (row: Row) => Promise<unknown>;
  columns: readonly DataColumn<Row>[];
  fields: ComponentType<FieldsProps<Row>>;
  /** Beside the delete icon of a row. */
  rowActions?: (row: Row) => ReactNode;
  /** Further actions on the row that is being edited. */
  actions?: (row: Row, act: EditDialogState<Row>['act']) => ReactNode;
  /** Beside the button for a new row, for what is found. */
  tools?: (search: string) => ReactNode;
  /** Between them and the list, about the rows that are shown and the number of all. */
  bar?: (found: { count: number; rows: readonly Row[] }) => ReactNode;
  /** Shown while the dialog is closed. */
  afterDialog?: ReactNode;
};

/** A list whose rows are made, edited and deleted: products, users or payment methods. */
export function ListAndDialog<Row extends { id: number; name: string }>(props: Props<Row>) {
  const { words, queryKey, fields: Fields } = props;
  const address = useListAddress();
  const list = useList(words.title, queryKey, address.slice, props.read);
  const removal = useRemoval<Row>({
    queryKey,
    remove: props.remove,
    words: words.remove,
    describe: ({ name }) => name,
  });
  const editor = useEditDialog<Row>({
    form: words.title,
    onClosed: () => void removal.reload(),
    onMissed: removal.showNotice,
  });
  const { row, refusal, unsaved } = editor;
  const errorAt = (field: string) => (refusal?.field === field ? refusal.reason : undefined);
  const { search } = address.slice;

  const removeColumn: DataColumn<Row> = {
    header: 'Excluir',
    hideHeader: true,
    width: props.rowActions ? '102px' : '60px',
    place: 'action',
    cell: (row) => (
      <Group gap={14} wrap="nowrap" justify={props.rowActions ? 'flex-end' : 'center'}>
        {props.rowActions?.(row)}
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
        words={{ ...words, first: `Use “${words.add}” para cadastrar o primeiro.` }}
        list={list}
        address={address}
        searched={search}
        onSearch={address.setSearch}
        tools={
          <>
            {props.tools?.(search)}
            <Button onClick={() => editor.open(null)}>{words.add}</Button>
          </>
        }
        bar={props.bar?.({ count: list.data?.count ?? 0, rows: list.data?.results ?? [] })}
        columns={[...props.columns, removeColumn]}
        onOpen={editor.open}
      />
      <EditDialog
        editor={editor}
        title={row ? words.editTitle : words.newTitle}
        notRestored={row ? words.notRestored : undefined}
        onSave={(form) =>
          editor.save(form, () => props.save(row, form), row ? words.edit : words.create)
        }
        onDelete={(row) => removal.ask(row, words.remove.askInDialog, editor.close)}
        actions={row && props.actions?.(row, editor.act)}
      >
        {editor.isOpen && (
          <Fields
            row={row}
            unsaved={unsaved}
            errorAt={errorAt}
            textField={(name) => ({
              name,
              defaultValue: unsaved?.[name] ?? (row?.[name] as string | undefined),
              error: errorAt(name),
              autoComplete: 'off',
            })}
          />
        )}
      </EditDialog>
      {removal.dialogs}
      {!editor.isOpen && props.afterDialog}
    </>
  );
}
