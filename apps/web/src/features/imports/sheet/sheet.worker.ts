import { readSheet, type Sheet, UnreadableFile } from './sheet.ts';

/** The messages of the worker: its progress, and then the sheet or why there is none. */
export type Said = { rows: number } | { sheet: Sheet } | { failed: string };

/** A file, and of a workbook the tab. */
export type Asked = { file: File; tab?: string | undefined };

const say = (said: Said) => postMessage(said);

addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  try {
    const bytes = new Uint8Array(await data.file.arrayBuffer());
    say({ sheet: await readSheet(bytes, (rows) => say({ rows }), data.tab) });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) console.error('The file could not be read', error);
    say({
      failed: error instanceof UnreadableFile ? error.message : 'O arquivo não pôde ser lido.',
    });
  }
});
