import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { unhurried } from '../../../request/unhurried.ts';

/** How a value is written: `decimal` is in hundredths, as money and percentages are. */
type Typed<Row> =
  | { kind: 'text'; value: (row: Row) => string | null }
  | { kind: 'decimal' | 'integer'; value: (row: Row) => number | null }
  | { kind: 'day'; value: (row: Row) => BusinessDay | null }
  | { kind: 'moment'; value: (row: Row) => Date | null };

export type Column<Row> = { title: string } & Typed<Row>;
export type Kind = Typed<never>['kind'];
export type Cell = string | number | Date | null;

/** The rows of a file, in its order. */
export type Table = {
  columns: readonly { title: string; kind: Kind }[];
  count: number;
  rows: AsyncIterable<readonly Cell[]>;
};

export type Rows<Row> = { count: number; rows: AsyncIterable<Row> | Iterable<Row> };

export function tableOf<Row>(columns: readonly Column<Row>[], { count, rows }: Rows<Row>): Table {
  return { columns, count, rows: cellsOf(columns, rows) };
}

async function* cellsOf<Row>(
  columns: readonly Column<Row>[],
  rows: Rows<Row>['rows'],
): AsyncGenerator<Cell[]> {
  for await (const row of unhurried(rows)) yield columns.map(({ value }) => value(row));
}
