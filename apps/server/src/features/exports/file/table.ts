import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { unhurried } from '../../../request/unhurried.ts';

/** How a value is written: `decimal` is in hundredths, as money and percentages are. */
type Values = { text: string; decimal: number; integer: number; day: BusinessDay; moment: Date };
export type Kind = keyof Values;
type Getter<Row, K extends Kind> = (row: Row) => Values[K] | null;
export type Column<Row> = { title: string } & {
  [K in Kind]: { kind: K; value: Getter<Row, K> };
}[Kind];
export type Cell = string | number | Date | null;

const columnOf =
  <K extends Kind>(kind: K) =>
  <Row>(title: string, value: Getter<Row, K>) =>
    ({ title, kind, value }) as Column<Row>;

export const text = columnOf('text');
export const decimal = columnOf('decimal');
export const integer = columnOf('integer');
export const day = columnOf('day');
export const moment = columnOf('moment');

/** The rows of a file, in its order. */
export type Table = {
  columns: readonly { title: string; kind: Kind }[];
  count: number;
  rows: AsyncIterable<readonly Cell[]>;
};

export type Rows<Row> = { count: number; rows: AsyncIterable<Row> | Iterable<Row> };

export function tableOf<Row>(
  columns: readonly Column<Row>[],
  found: Rows<Row> | readonly Row[],
): Table {
  const { count, rows } = 'count' in found ? found : { count: found.length, rows: found };
  return { columns, count, rows: cellsOf(columns, rows) };
}

async function* cellsOf<Row>(
  columns: readonly Column<Row>[],
  rows: Rows<Row>['rows'],
): AsyncGenerator<Cell[]> {
  for await (const row of unhurried(rows)) yield columns.map(({ value }) => value(row));
}
