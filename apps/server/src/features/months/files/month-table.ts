import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import type { Content } from 'pdfmake/interfaces.js';
import type { Cell, Kind } from '../../exports/file/table.ts';
import { amountText, type MonthSheet } from './month-sheets.ts';

/** In points. */
export const MM = 72 / 25.4;
export const QUIET = '#55606a';
const LINE = '#c9d1d8';

export const hairline = (width: number, above: number, below: number): Content => ({
  canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.5, lineColor: LINE }],
  margin: [0, above * MM, 0, below * MM],
});

export const heading = (title: string, count?: number): Content => ({
  text: [
    { text: title, bold: true },
    ...(count ? [{ text: `   ${count}`, color: QUIET, fontSize: 9 }] : []),
  ],
  fontSize: 11,
  headlineLevel: 1,
  margin: [0, 6 * MM, 0, 1.5 * MM],
});

/** With more columns of figures a million does not fit beside a day. */
const FIGURES_A_TABLE = 7;

/** A short table does not leave its title behind at the foot of a page. */
const ROWS_TOGETHER = 8;

/** A sheet under its title; one with many columns of figures in several tables with the same first column. */
export function sheetOnPaper(sheet: MonthSheet): Content[] {
  const { title, columns, rows, isList } = sheet;
  if (rows.length === 0) return [heading(title), { text: 'Nada.', color: QUIET }];
  const figures = columns.filter(({ kind }) => kind === 'decimal').length;
  if (figures <= FIGURES_A_TABLE) {
    const stack = [heading(title, isList ? rows.length : undefined), tableOf(sheet)];
    return rows.length <= ROWS_TOGETHER ? [{ stack, unbreakable: true }] : stack;
  }
  const parts = Math.ceil((columns.length - 1) / FIGURES_A_TABLE);
  return Array.from({ length: parts }, (_, part) => {
    const first = 1 + part * FIGURES_A_TABLE;
    const own = <T>(all: readonly T[]) => [
      ...all.slice(0, 1),
      ...all.slice(first, first + FIGURES_A_TABLE),
    ];
    return [
      heading(`${title}, parte ${part + 1} de ${parts}`),
      tableOf({
        ...sheet,
        columns: own(columns),
        rows: rows.map(own),
        ...(sheet.sums && { sums: own(sheet.sums) }),
      }),
    ];
  }).flat();
}

/** In mm; in lists the last text takes what is left, in sums the first. */
const WIDTHS: Record<Exclude<Kind, 'text'>, number> = {
  ...{ integer: 13, decimal: 23, day: 17, moment: 26 },
};
const DECIMAL_IN_LISTS = 19;

/** Rows between hairlines, the figures right-aligned; the head is repeated on every page. */
function tableOf({ columns, rows, sums, isList }: MonthSheet): Content {
  const kinds = columns.map(({ kind }) => kind);
  // The integers of a list are numbers of sales and boxes.
  const aligned = (kind: Kind | undefined) =>
    kind === 'decimal' || (kind === 'integer' && !isList) ? ('right' as const) : ('left' as const);
  const widths = kinds.map((kind, index) => {
    if (kind === 'text') return isList && index !== kinds.lastIndexOf('text') ? 'auto' : '*';
    if (kind === 'decimal' && !kinds.includes('text')) return '*';
    return (kind === 'decimal' && isList ? DECIMAL_IN_LISTS : WIDTHS[kind]) * MM;
  });
  const line = (cells: readonly Cell[], bold: boolean) =>
    cells.map((cell, index) => ({
      text: cellText(cell, kinds[index], isList) || (bold && index === 0 ? 'Total' : ''),
      alignment: aligned(kinds[index]),
      bold,
    }));
  const head = columns.map(({ title, kind }) => ({
    ...{ text: title, color: QUIET, fontSize: 7.5, alignment: aligned(kind) },
  }));
  const aboveSums = sums ? rows.length + 1 : -1;
  return {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body: [head, ...rows.map((row) => line(row, false)), ...(sums ? [line(sums, true)] : [])],
    },
    layout: {
      hLineWidth: (row) => (row === 0 ? 0 : row === 1 || row === aboveSums ? 0.8 : 0.25),
      vLineWidth: () => 0,
      hLineColor: () => LINE,
      paddingLeft: (column) => (column === 0 ? 0 : 5),
      paddingRight: (column) => (column === columns.length - 1 ? 0 : 5),
      paddingTop: () => 2,
      paddingBottom: () => 2,
    },
  };
}

function cellText(cell: Cell, kind: Kind | undefined, isList: boolean): string {
  if (cell === null) return '';
  if (cell instanceof Date) return formatMoment(cell).replace(' às ', ' ');
  if (typeof cell === 'number') {
    if (kind === 'decimal') return amountText(cell);
    return isList ? `${cell}` : cell.toLocaleString('pt-BR');
  }
  return kind === 'day' ? formatDay(cell as BusinessDay) : cell;
}
