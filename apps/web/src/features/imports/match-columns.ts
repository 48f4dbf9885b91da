import { foldText } from '@balcao/domain/search-text.ts';
import type { SheetRow } from './sheet/sheet.ts';
import type { Field, ImportRow } from './targets.ts';

/** The index of the column of each field; a field without a column is not imported. */
export type Columns = Readonly<Record<string, number>>;

const wordsOf = (heading: string) =>
  foldText(heading)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** 2 for a heading that is a name of the field, 1 for one that holds it, 0 for another. */
function likeness(heading: string, { names, never = [] }: Field): number {
  const words = wordsOf(heading);
  if (words.length === 0 || never.some((word) => words.includes(word))) return 0;
  if (names.includes(words.join(' '))) return 2;
  return names.some((name) => name.split(' ').every((word) => words.includes(word))) ? 1 : 0;
}

/** The likest columns first; each column is for one field. */
export function guessColumns(headings: readonly string[], fields: readonly Field[]): Columns {
  const columns: Record<string, number> = {};
  for (const wanted of [2, 1]) {
    for (const field of fields) {
      if (columns[field.field] !== undefined) continue;
      const index = headings.findIndex(
        (heading, at) =>
          !Object.values(columns).includes(at) && likeness(heading, field) === wanted,
      );
      if (index >= 0) columns[field.field] = index;
    }
  }
  return columns;
}

/** Above the headings may be a title. */
const ROWS_WITH_HEADINGS = 10;

/** A number, a date, a time, money or a code in digits. */
const VALUE = /^\W*(?:R\$)?\W*\d[\d\s.,/:-]*\W*(?:%|[CD]|R\$)?$/i;
const valuesIn = ({ cells }: SheetRow) => cells.filter((cell) => VALUE.test(cell.trim())).length;
const filledIn = ({ cells }: SheetRow) => cells.filter((cell) => cell.trim() !== '').length;

/**
 * The row whose cells are most like headings, and those below it. A row with as many values as known headings is data,
 * one with a single cell a title; a file without headings has one '' for each of its columns, and all its rows.
 */
export function splitHeadings(rows: readonly SheetRow[], fields: readonly Field[]) {
  const first = rows.slice(0, ROWS_WITH_HEADINGS);
  const fewest = Math.min(2, Math.max(0, ...first.map(filledIn)));
  let best = { at: -1, found: 0 };
  for (const [at, row] of first.entries()) {
    const found = Object.keys(guessColumns(row.cells, fields)).length;
    const isLike = found > valuesIn(row) && filledIn(row) >= fewest;
    if (isLike && found > best.found) best = { at, found };
  }
  // Headings that nobody knows stand right above the first row with values.
  const above = first.findIndex((row) => valuesIn(row) > 0) - 1;
  const row = first[above];
  if (best.found === 0 && row && filledIn(row) > 1) best = { at: above, found: 0 };
  const below = rows.slice(best.at + 1);
  const width = Math.max(0, ...below.slice(0, ROWS_WITH_HEADINGS).map(({ cells }) => cells.length));
  return { headings: rows[best.at]?.cells ?? Array<string>(width).fill(''), rows: below };
}

export function pick(rows: readonly SheetRow[], columns: Columns): ImportRow[] {
  const picked = Object.entries(columns);
  return rows.map(({ line, cells }) => ({
    line,
    ...Object.fromEntries(picked.map(([field, index]) => [field, cells[index] ?? ''])),
  }));
}
