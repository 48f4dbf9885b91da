import { writtenSheets } from '../../exports/xlsx.ts';
import type { Issue } from './issue.ts';
import { monthSheets, summarySheet } from './month-sheets.ts';

/** The same tables as on the paper, a sheet each. */
export const monthXlsx = (issue: Issue): Promise<Buffer> =>
  writtenSheets(
    [summarySheet(issue), ...monthSheets(issue.contents)].map(({ title, columns, rows, sums }) => ({
      ...{ title, columns },
      rows: sums ? [...rows, sums] : rows,
    })),
  );
