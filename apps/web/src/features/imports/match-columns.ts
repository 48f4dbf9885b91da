import { foldText } from '@balcao/domain/search-text.ts';
import type { SheetRow } from './sheet/sheet.ts';
import type { Field, Row } from './targets.ts';

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

/** The row whose cells are most like headings, and those below it. */
export function splitHeadings(rows: readonly SheetRow[], fields: readonly Field[]) {
  let best = { at: 0, found: 0 };
  for (const [at, { cells }] of rows.slice(0, ROWS_WITH_HEADINGS).entries()) {
    const found = Object.keys(guessColumns(cells, fields)).length;
    if (found > best.found) best = { at, found };
  }
  return { headings: rows[best.at]?.cells ?? [], rows: rows.slice(best.at + 1) };
}

export function pick(rows: readonly SheetRow[], columns: Columns): Row[] {
  const picked = Object.entries(columns);
  return rows.map(({ line, cells }) => ({
    line,
    ...Object.fromEntries(picked.map(([field, index]) => [field, cells[index] ?? ''])),
  }));
}
