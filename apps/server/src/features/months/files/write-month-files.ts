// The thread of monthFiles().
import { parentPort, workerData } from 'node:worker_threads';
import type { MonthFiles, ToWrite } from './month-files.ts';
import { monthPdf } from './month-pdf.ts';
import { monthXlsx } from './month-xlsx.ts';

const { issue, institutions } = workerData as ToWrite;
const files: MonthFiles = {
  pdf: await monthPdf(issue, institutions),
  xlsx: await monthXlsx(issue),
};
parentPort?.postMessage(files);
