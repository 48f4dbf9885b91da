import { DEFAULT_PAGE_SIZE } from '@balcao/contract/fields/list-limits.ts';
import { Skeleton, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useContext } from 'react';
import { firstIn, focusBeside } from '../fields/focus.ts';
import { HeadingContext } from '../screen.tsx';
import classes from './data-table.module.css';
import sortClasses from './sort-button.module.css';
import * as roles from './table-roles.ts';

export type DataColumn<Row> = {
  header: string;
  /** The header is the column's name without a text; icons explain the column. */
  hideHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** Columns without a width share the rest. */
  width?: string;
  /** The two orders of the column, the first one first; a minus is descending. */
  orders?: Orders;
  /**
   * Decides the alignment, and the position on a phone: there an action stands at the edge, the text of a
   * noted one in the line. A figure is an amount that stands behind another one. The page lays out sizes.
   */
  place?: 'title' | 'amount' | 'figure' | 'size' | 'line' | 'action' | 'noted-action' | 'pick';
};

export type TableProps<Row> = {
  /** Default: the heading of the page. */
  labelledBy?: string;
  columns: readonly DataColumn<Row>[];
  /** undefined while loading. */
  rows: readonly Row[] | undefined;
  /** How many rows are expected while they load. */
  waitingFor?: number;
  /** Runs on a click in a row, beside its actions; the title becomes a button for the keyboard. */
  onOpen?: (row: Row) => void;
  /** The order of the rows; without it no column sorts. */
  order?: string;
  onOrder?: (order: string) => void;
};

export function DataTable<Row extends { id: number }>(props: TableProps<Row>) {
  const heading = useContext(HeadingContext);
  const { labelledBy = heading, columns, rows, waitingFor = DEFAULT_PAGE_SIZE } = props;
  const waiting = Array.from({ length: waitingFor }, (_, index) => index);
  return (
    <table
      {...roles.table}
      className={classes.table}
      aria-labelledby={labelledBy}
      aria-busy={!rows}
    >
      <thead {...roles.rowgroup}>
        <tr {...roles.row}>
          {columns.map((column) => (
            <th
              key={column.header}
              {...roles.columnheader}
              scope="col"
              data-place={column.place}
              style={{ width: column.width }}
              aria-sort={sortOf(column.orders, props.order)}
              aria-label={column.hideHeader ? column.header : undefined}
            >
              <Header {...props} column={column} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.rowgroup} onKeyDown={stepBetweenRows}>
        {rows
          ? rows.map((row) => <DataRow key={row.id} {...props} row={row} />)
          : waiting.map((row) => (
              <tr key={row} {...roles.row} aria-hidden className={classes.waiting}>
                {columns.map(({ header, place }) => (
                  <td key={header} {...roles.cell} data-place={place}>
                    {!place?.endsWith('action') && place !== 'pick' && (
                      <Skeleton height={12} w="70%" miw={42} />
                    )}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

function Header<Row>(props: TableProps<Row> & { column: DataColumn<Row> }) {
  const { column, order, onOrder } = props;
  const { header, hideHeader, orders } = column;
  if (hideHeader) return null;
  if (!orders || !onOrder) return header;
  return (
    <SortButton orders={orders} order={order} onOrder={onOrder}>
      {header}
    </SortButton>
  );
}

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrows go from a row that opens to the next one; Enter opens it. */
function stepBetweenRows(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = STEPS[event.key];
  const opener = (event.target as Element).closest(`.${classes.open}`);
  if (!step || !opener) return;
  // Not the page as well.
  event.preventDefault();
  focusBeside(event.currentTarget, `.${classes.open}`, opener, step);
}

function DataRow<Row>({ row, columns, onOpen }: TableProps<Row> & { row: Row }) {
  const open = onOpen && {
    'data-opens': true,
    onClick: (event: MouseEvent<HTMLTableRowElement>) => {
      if ((event.target as Element).closest('[data-place$="action"], [data-place="pick"]')) return;
      // A dialog returns the focus to this button when it closes.
      firstIn(event.currentTarget, 'button')?.focus();
      onOpen(row);
    },
  };
  return (
    <tr {...roles.row} {...open}>
      {columns.map(({ header, place, cell }) => (
        <td key={header} {...roles.cell} data-place={place}>
          {onOpen && place === 'title' ? (
            // The row handles its click.
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

type Orders = readonly [first: string, then: string];

type SortProps = {
  orders: Orders;
  /** Of all rows: by this column or another. */
  order: string | undefined;
  onOrder: (order: string) => void;
  children: string;
};

/** The head of a column that sorts the rows, the other way round at each press. */
function SortButton({ orders: [first, then], order, onOrder, children }: SortProps) {
  return (
    <UnstyledButton
      className={sortClasses.sort}
      data-sorts={sortOf([first, then], order) ?? 'other'}
      onClick={() => onOrder(order === first ? then : first)}
    >
      {children}
    </UnstyledButton>
  );
}

/** undefined when the rows are in another column's order. */
function sortOf(orders: Orders | undefined, order: string | undefined) {
  if (!order || !orders?.includes(order)) return undefined;
  return order.startsWith('-') ? 'descending' : 'ascending';
}
