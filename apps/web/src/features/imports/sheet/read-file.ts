import type { Sheet } from './sheet.ts';

const LARGEST_FILE = 10 * 1024 * 1024;

/** What a file may be: the ends of its name, and their words. */
export type Kinds = { ends: readonly string[]; words: string };

export const SPREADSHEETS: Kinds = {
  ends: ['.xlsx', '.xlsm', '.csv', '.txt', '.tsv'],
  words: 'uma planilha .xlsx ou .csv',
};

/** A file that was read, from which another tab can be. */
export type ChosenFile = { file: File; sheet: Sheet };

/** A file, and of a workbook the tab. */
export type Asked = { file: File; tab?: string | undefined };

/** The messages of the worker: its progress, and then the sheet or why there is none. */
export type Said = { rows: number } | { sheet: Sheet } | { failed: string };

/** Reads a file in a worker, so that the page goes on. Rejects with words for the screen. */
export function readFile(
  { file, tab }: Asked,
  { ends, words }: Kinds,
  signal: AbortSignal,
  onProgress: (rows: number) => void = () => {},
): Promise<Sheet> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(reason));
    const name = file.name.toLowerCase();
    if (!ends.some((end) => name.endsWith(end))) return fail(`Escolha ${words}.`);
    if (file.size > LARGEST_FILE) return fail('O arquivo passa de 10 MB.');
    const worker = new Worker(new URL('./sheet.worker.ts', import.meta.url), { type: 'module' });
    signal.addEventListener('abort', () => {
      worker.terminate();
      reject(signal.reason);
    });
    worker.onerror = () => fail('O arquivo não pôde ser lido.');
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if ('rows' in data) return onProgress(data.rows);
      worker.terminate();
      if ('sheet' in data) resolve(data.sheet);
      else fail(data.failed);
    };
    worker.postMessage({ file, tab } satisfies Asked);
  });
}
