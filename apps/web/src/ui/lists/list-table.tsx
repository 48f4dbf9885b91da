import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type DataColumn, DataTable } from './data-table.tsx';

export type Listed = { id: number; name: string };

type Props<Row> = {
  labelledBy: string;
  columns: readonly DataColumn<Row>[];
  /** undefined: still to come. */
  rows: readonly Row[] | undefined;
  onOpen: (row: Row) => void;
  onDelete: (row: Row) => void;
  isRemoving: (row: Row) => boolean;
};

/** Rows that can be opened and deleted. */
export function ListTable<Row extends Listed>(props: Props<Row>) {
  const { columns, onDelete, isRemoving, ...table } = props;
  const removal: DataColumn<Row> = {
    header: 'Excluir',
    hideHeader: true,
    width: '60px',
    place: 'action',
    cell: (row) => (
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={`Excluir ${row.name}`}
        loading={isRemoving(row)}
        onClick={(event) => {
          // Not for the row, which would open.
          event.stopPropagation();
          onDelete(row);
        }}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    ),
  };
  return <DataTable {...table} columns={[...columns, removal]} />;
}
