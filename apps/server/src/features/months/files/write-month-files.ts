// The thread of monthFiles().
import { parentPort, workerData } from 'node:worker_threads';
import { writtenSheets } from '../../exports/file/xlsx.ts';
import type { MonthFiles, ToWrite } from './month-files.ts';
import { monthPdf } from './month-pdf.ts';
import { monthSheets, summarySheet } from './month-sheets.ts';

const { issue, institutions } = workerData as ToWrite;
// The same tables as on the paper, a sheet each.
const sheets = [summarySheet(issue), ...monthSheets(issue.contents)];
const files: MonthFiles = {
  pdf: await monthPdf(issue, institutions),
  xlsx: await writtenSheets(
    sheets.map(({ sums, ...sheet }) => ({
      ...sheet,
      rows: sums ? [...sheet.rows, sums] : sheet.rows,
    })),
  ),
};
parentPort?.postMessage(files);
