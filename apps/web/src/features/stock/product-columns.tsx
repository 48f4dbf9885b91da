import type { ReactNode } from 'react';
import type { DataColumn } from '../../ui/lists/data-table.tsx';
import classes from './stock.module.css';

export const productColumn: DataColumn<{ id: number; name: string; code: string }> = {
  header: 'Produto',
  place: 'title',
  cell: ({ name, code }) => (
    <>
      {name} <span className={classes.quiet}>{code}</span>
    </>
  ),
};

/** On a phone, where no column has a header, its words stand after the figure. */
export const figureColumn = <Row,>(
  header: string,
  width: string,
  cell: (row: Row) => ReactNode,
): DataColumn<Row> => ({
  header,
  width,
  place: 'figure',
  cell: (row) => (
    <>
      {cell(row)}
      <span className={classes.onPhone}> {header.toLowerCase()}</span>
    </>
  ),
});
