import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './list-table.module.css';

export type Column<Row> = {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Of a fixed one; the others share the rest. */
  width?: string;
  align?: 'right' | 'center';
  /** The column that names the row: a button opens it from there without a mouse. */
  opens?: boolean;
  /** What may be long: on a phone it has a line of its own. */
  line?: boolean;
};

export type Listed = { id: number; name: string };

type Props<Row> = {
  labelledBy: string;
  columns: readonly Column<Row>[];
  /** undefined: still to come. */
  rows: readonly Row[] | undefined;
  onOpen: (row: Row) => void;
  onDelete: (row: Row) => void;
  isRemoving: (row: Row) => boolean;
};

const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index);

export function ListTable<Row extends Listed>(props: Props<Row>) {
  const { labelledBy, columns, rows } = props;
  return (
    <table className={classes.table} aria-labelledby={labelledBy} aria-busy={!rows}>
      <thead>
        <tr>
          {columns.map(({ header, width, align }) => (
            <th key={header} scope="col" data-align={align} style={{ width }}>
              {header}
            </th>
          ))}
          <th scope="col" className={classes.delete}>
            <span className="visually-hidden">Excluir</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => <ListRow key={row.id} {...props} row={row} />)
          : SKELETON_ROWS.map((row) => (
              <tr key={row} aria-hidden className={classes.waiting}>
                {columns.map(({ header, opens }) => (
                  <td key={header} data-opens={opens}>
                    <Skeleton height={12} width="70%" />
                  </td>
                ))}
                <td className={classes.delete} />
              </tr>
            ))}
      </tbody>
    </table>
  );
}

function ListRow<Row extends Listed>({
  row,
  columns,
  onOpen,
  onDelete,
  isRemoving,
}: Props<Row> & { row: Row }) {
  return (
    // The whole row answers the mouse; the keyboard has the button in it.
    <tr
      onClick={(event) => {
        // Where the focus comes back to, wherever in the row the click was.
        event.currentTarget.querySelector('button')?.focus();
        onOpen(row);
      }}
    >
      {columns.map(({ header, align, opens, line, cell }) => (
        <td key={header} data-align={align} data-opens={opens} data-line={line}>
          {opens ? (
            <UnstyledButton className={classes.open} aria-haspopup="dialog">
              {cell(row)}
            </UnstyledButton>
          ) : (
            cell(row)
          )}
        </td>
      ))}
      <td className={classes.delete}>
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Excluir ${row.name}`}
          loading={isRemoving(row)}
          onClick={(event) => {
            event.stopPropagation();
            onDelete(row);
          }}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}
