import { type BusinessDay, formatDay, shopTimeOf } from '@balcao/domain/dates/business-day.ts';
import type { Cell, Kind, Table } from './table.ts';

/** Without it Excel takes the text for Windows-1252. */
const BYTE_ORDER_MARK = '\ufeff';
const CHUNK_LENGTH = 32 * 1024;

/** As a Brazilian Excel reads it: semicolons, decimal commas, dd/mm/yyyy. */
export async function* csvOf({ columns, rows }: Table): AsyncGenerator<string> {
  let chunk = BYTE_ORDER_MARK + lineOf(columns.map(({ title }) => quoted(harmless(title))));
  for await (const row of rows) {
    chunk += lineOf(row.map((cell, index) => written(cell, columns[index]?.kind)));
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

const lineOf = (cells: readonly string[]) => `${cells.join(';')}\r\n`;

function written(cell: Cell, kind: Kind | undefined): string {
  if (cell === null) return '';
  if (cell instanceof Date) return `${formatDay(cell)} ${shopTimeOf(cell)}`;
  if (kind === 'decimal') return (Number(cell) / 100).toFixed(2).replace('.', ',');
  if (typeof cell === 'number') return String(cell);
  if (kind === 'day') return formatDay(cell as BusinessDay);
  return quoted(harmless(cell));
}

/** A spreadsheet would compute a text that begins like a formula. The apostrophe makes it a text. */
const harmless = (text: string) => (/^[=+\-@＝＋－＠\t\r]/.test(text) ? `'${text}` : text);

/** A comma too: a program may take it for the end of a cell. */
const quoted = (text: string) =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
