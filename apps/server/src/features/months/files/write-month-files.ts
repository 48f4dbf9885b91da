// The thread of monthFiles().
import { createRequire } from 'node:module';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import * as pdfmakeModule from 'pdfmake';
import type { TFontDictionary } from 'pdfmake/interfaces.js';
import { writtenSheets } from '../../exports/file/xlsx.ts';
import { monthDocument } from './month-document.ts';
import type { MonthFiles, ToWrite } from './month-files.ts';
import { monthSheets, summarySheet } from './month-sheets.ts';

/** It is a CommonJS module; the types have no default. */
const pdfmake = (pdfmakeModule as unknown as { default: typeof pdfmakeModule }).default;
const fonts: TFontDictionary = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js');
const FONTS = path.dirname(`${fonts.Roboto?.normal}`);

pdfmake.setFonts(fonts);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((file) => path.dirname(file) === FONTS);

const { issue, institutions } = workerData as ToWrite;
// The same tables as on the paper, a sheet each.
const sheets = [summarySheet(issue), ...monthSheets(issue.contents)];
const files: MonthFiles = {
  pdf: await pdfmake.createPdf(monthDocument(issue, institutions)).getBuffer(),
  xlsx: await writtenSheets(
    sheets.map(({ sums, ...sheet }) => ({
      ...sheet,
      rows: sums ? [...sheet.rows, sums] : sheet.rows,
    })),
  ),
};
parentPort?.postMessage(files);
