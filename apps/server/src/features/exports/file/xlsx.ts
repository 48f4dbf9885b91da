import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { businessDayOf, shopTimeOf } from '@balcao/domain/dates/business-day.ts';
import type { Cell, Kind, Table } from './table.ts';

/** Text stays a text also when somebody edits the cell, with the zeros in front of a matrícula. */
const FORMATS: Record<Kind, { numFmt: string; width: number }> = {
  text: { numFmt: '@', width: 24 },
  decimal: { numFmt: '#,##0.00', width: 14 },
  integer: { numFmt: '0', width: 12 },
  day: { numFmt: 'dd/mm/yyyy', width: 12 },
  moment: { numFmt: 'dd/mm/yyyy hh:mm:ss', width: 20 },
};
/** Excel takes no longer text in a cell. */
const LONGEST_TEXT = 32_767;

export async function xlsxOf(title: string, { columns, rows }: Table): Promise<Readable> {
  // 20 MB that a server without exports need not hold.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const bytes = writeXlsxStream(valuesOf(columns, rows), { name: title, ...headOf(columns) });
  return Readable.fromWeb(bytes as ReadableStream<Uint8Array>);
}

type SmallSheet = Pick<Table, 'columns'> & { title: string; rows: readonly (readonly Cell[])[] };

/** A file of several sheets, of some thousand rows at most: all of it is in memory. */
export async function writtenSheets(sheets: readonly SmallSheet[]): Promise<Buffer> {
  const { writeXlsx } = await import('hucre/xlsx');
  const bytes = await writeXlsx({
    sheets: sheets.map(({ title, columns, rows }) => ({
      name: title,
      ...headOf(columns),
      rows: [
        columns.map((column) => writtenText(column.title)),
        ...rows.map((row) => row.map((cell, index) => writtenValue(cell, columns[index]?.kind))),
      ],
      cells: ownFormats(columns, rows),
    })),
  });
  return Buffer.from(bytes);
}

/** A count or a moment in a column of texts, as a summary has them, by its place below the titles. */
function ownFormats(columns: Table['columns'], rows: SmallSheet['rows']) {
  const cells = new Map<string, { style: { numFmt: string } }>();
  for (const [row, values] of rows.entries()) {
    for (const [column, value] of values.entries()) {
      if (columns[column]?.kind !== 'text' || value === null || typeof value === 'string') continue;
      const { numFmt } = FORMATS[value instanceof Date ? 'moment' : 'integer'];
      cells.set(`${row + 1},${column}`, { style: { numFmt } });
    }
  }
  return cells;
}

const headOf = (columns: Table['columns']) => ({
  columns: columns.map(({ title, kind }) => {
    const header = writtenText(title);
    const { numFmt, width } = FORMATS[kind];
    return { header, width: Math.max(width, header.length + 2), style: { numFmt } };
  }),
  freezePane: { rows: 1 },
});

async function* valuesOf(columns: Table['columns'], rows: Table['rows']) {
  for await (const row of rows) {
    yield row.map((cell, index) => writtenValue(cell, columns[index]?.kind));
  }
}

/** A text is never a formula: its cell is marked as text. */
function writtenValue(cell: Cell, kind: Kind | undefined): string | number | null {
  if (cell === null) return null;
  if (cell instanceof Date) return serialOf(`${businessDayOf(cell)}T${shopTimeOf(cell)}Z`);
  if (typeof cell === 'number') return kind === 'decimal' ? cell / 100 : cell;
  return kind === 'day' ? serialOf(`${cell}T00:00:00Z`) : writtenText(cell);
}

/** XML has no U+FFFE and U+FFFF, and the format takes `_x000D_` for a line end unless `_` is escaped too. */
function writtenText(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_');
}

const DAY_MS = 86_400_000;
const SPREADSHEETS_BEGIN = Date.UTC(1899, 11, 30);

/** Spreadsheets count days, without a time zone. */
const serialOf = (instant: string) => (Date.parse(instant) - SPREADSHEETS_BEGIN) / DAY_MS;
