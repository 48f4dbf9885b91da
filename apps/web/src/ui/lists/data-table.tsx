import { Skeleton, UnstyledButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import classes from './data-table.module.css';
import * as roles from './table-roles.ts';

export type DataColumn<Row> = {
  header: string;
  /** Whose icons say what they do: the header is only read out. */
  hideHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** Of a fixed one; the others share the rest. */
  width?: string;
  /** What it is to its row: how it is aligned, and where it goes on a phone. */
  place?: 'title' | 'amount' | 'line' | 'action';
};

type Props<Row> = {
  labelledBy: string;
  columns: readonly DataColumn<Row>[];
  /** undefined: still to come. */
  rows: readonly Row[] | undefined;
  /** What a row opens: by a click anywhere in it, or by the button that its title then is. */
  onOpen?: (row: Row) => void;
};

const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index);

/** Rows to be read and compared; what can be done with one stands in its cells. */
export function DataTable<Row extends { id: number }>(props: Props<Row>) {
  const { labelledBy, columns, rows } = props;
  return (
    <table
      {...roles.table}
      className={classes.table}
      aria-labelledby={labelledBy}
      aria-busy={!rows}
    >
      <thead {...roles.rowgroup}>
        <tr {...roles.row}>
          {columns.map(({ header, hideHeader, width, place }) => (
            <th
              key={header}
              {...roles.columnheader}
              scope="col"
              data-place={place}
              style={{ width }}
            >
              {hideHeader ? <span className="visually-hidden">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowgroup}>
        {rows
          ? rows.map((row) => <DataRow key={row.id} {...props} row={row} />)
          : SKELETON_ROWS.map((row) => (
              <tr key={row} {...roles.row} aria-hidden className={classes.waiting}>
                {columns.map(({ header, place }) => (
                  <td key={header} {...roles.cell} data-place={place}>
                    {place !== 'action' && <Skeleton height={12} width="70%" />}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

function DataRow<Row>({ row, columns, onOpen }: Props<Row> & { row: Row }) {
  const open = onOpen && {
    'data-opens': true,
    onClick: (event: MouseEvent<HTMLTableRowElement>) => {
      // Where the focus comes back to, wherever in the row the click was.
      event.currentTarget.querySelector('button')?.focus();
      onOpen(row);
    },
  };
  return (
    <tr {...roles.row} {...open}>
      {columns.map(({ header, place, cell }) => (
        <td key={header} {...roles.cell} data-place={place}>
          {onOpen && place === 'title' ? (
            // The row hears its click.
            <UnstyledButton className={classes.open} aria-haspopup="dialog">
              {cell(row)}
            </UnstyledButton>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}
