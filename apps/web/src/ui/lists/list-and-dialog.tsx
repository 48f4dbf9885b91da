import type { Page } from '@balcao/contract/page.ts';
import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx';
import { EditDialog } from '../dialogs/edit-dialog.tsx';
import { type EditDialogState, type Typed, useEditDialog } from '../dialogs/use-edit-dialog.ts';
import { useRemoval } from '../dialogs/use-removal.ts';
import { headingIfFocusIsLost } from '../fields/focus.ts';
import { Notice } from '../messages/notice.tsx';
import type { Outcome } from '../messages/outcome.ts';
import type { DataColumn } from './data-table.tsx';
import { ListPage } from './list-page.tsx';
import { type Listed, ListTable } from './list-table.tsx';
import type { ListWords } from './list-words.ts';
import type { ListAddress } from './use-list-address.ts';

type Props<Row extends Listed> = {
  words: ListWords;
  list: UseQueryResult<Page<Row>>;
  address: ListAddress;
  columns: readonly DataColumn<Row>[];
  /** The dialog's form; null: of a new one. */
  fields: (
    row: Row | null,
    typed: Typed | undefined,
    /** Why the server refused what stands in a field. */
    errorAt: (field: string) => string | undefined,
  ) => ReactNode;
  save: (row: Row | null, form: FormData) => Promise<unknown>;
  remove: (row: Row) => Promise<unknown>;
  reload: () => Promise<unknown>;
  /** Further things to do with what is being edited. */
  actions?: (row: Row, act: EditDialogState<Row>['act']) => ReactNode;
  /** Whether one of these asks something, over the dialog. */
  actionAsks?: boolean;
  /** Shown when no dialog is. */
  afterDialog?: ReactNode;
};

/** A list whose rows are made, edited and deleted. Products, users and payment methods are its data. */
export function ListAndDialog<Row extends Listed>(props: Props<Row>) {
  const { words, reload, actionAsks = false } = props;
  const [notice, setNotice] = useState<Outcome | null>(null);
  const editor = useEditDialog<Row>({
    form: words.title,
    onClosed: () => void reload(),
    onMissed: setNotice,
  });
  const removal = useRemoval<Row>({
    remove: props.remove,
    said: words.remove,
    onDone: (outcome) => {
      setNotice(outcome);
      // Again when the notice goes; but what is gone must not be there to be opened until then.
      void reload().then(headingIfFocusIsLost);
    },
  });
  const { dialog } = editor;
  const row = dialog?.row ?? null;
  const refused = dialog?.refused;

  return (
    <>
      <ListPage
        words={words}
        list={props.list}
        address={props.address}
        onAdd={() => editor.open(null)}
        table={(labelledBy, rows) => (
          <ListTable
            labelledBy={labelledBy}
            columns={props.columns}
            rows={rows}
            onOpen={editor.open}
            onDelete={(which) => removal.ask(which, 'list')}
            isRemoving={removal.isRemoving}
          />
        )}
      />
      <EditDialog
        opened={dialog !== null}
        title={row ? words.editTitle : words.newTitle}
        saving={dialog?.saving ?? false}
        outcome={dialog?.outcome ?? null}
        covered={removal.asking !== null || actionAsks}
        onSave={(form) =>
          void editor.save(form, () => props.save(row, form), row ? words.edit : words.create)
        }
        onType={editor.keep}
        reason={refused?.field === undefined ? refused?.reason : undefined}
        restored={dialog?.typed !== undefined}
        onClose={editor.close}
        onDelete={row ? () => removal.ask(row, 'dialog') : undefined}
        actions={row && props.actions?.(row, editor.act)}
      >
        {dialog &&
          props.fields(row, dialog.typed, (field) =>
            refused?.field === field ? refused.reason : undefined,
          )}
      </EditDialog>
      <ConfirmDialog
        opened={removal.asking !== null}
        onConfirm={() => {
          if (!removal.asking) return;
          if (removal.asking.inDialog) editor.close();
          removal.run(removal.asking.row);
        }}
        onClose={removal.dismiss}
      >
        {removal.asking && (
          <>
            <Text>
              {removal.asking.inDialog ? words.remove.askInDialog : words.remove.askInList}
            </Text>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {removal.asking.row.name}
            </Text>
          </>
        )}
      </ConfirmDialog>
      {notice && (
        <Notice
          outcome={notice}
          onEnd={() => {
            setNotice(null);
            void reload();
          }}
        />
      )}
      {dialog === null && props.afterDialog}
    </>
  );
}
