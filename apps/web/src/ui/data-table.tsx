import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export type DataColumn<Row> = {
  header: string;
  /** Whose icons say what they do: the header is only read out. */
  hideHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** Of a fixed one; the others share the rest. */
  width?: string;
  /** What it is to its row: how it is aligned, and where it goes on a phone. */
  place?: 'title' | 'amount' | 'action';
};

type Props<Row> = {
  labelledBy: string;
  columns: readonly DataColumn<Row>[];
  /** undefined: still to come. */
  rows: readonly Row[] | undefined;
};

const SKELETON_ROWS = Array.from({ length: 10 }, (_, index) => index);

/** Rows to be read and compared; what can be done with one stands in its cells. */
export function DataTable<Row extends { id: number }>({ labelledBy, columns, rows }: Props<Row>) {
  return (
    <table className={classes.table} aria-labelledby={labelledBy} aria-busy={!rows}>
      <thead>
        <tr>
          {columns.map(({ header, hideHeader, width, place }) => (
            <th key={header} scope="col" data-place={place} style={{ width }}>
              {hideHeader ? <span className="visually-hidden">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <tr key={row.id}>
                {columns.map(({ header, place, cell }) => (
                  <td key={header} data-place={place}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))
          : SKELETON_ROWS.map((row) => (
              <tr key={row} aria-hidden className={classes.waiting}>
                {columns.map(({ header, place }) => (
                  <td key={header} data-place={place}>
                    {place !== 'action' && <Skeleton height={12} width="70%" />}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}
