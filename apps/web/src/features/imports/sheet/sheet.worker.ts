import type { Asked, Said } from './read-file.ts';
import { readSheet, UnreadableFile } from './sheet.ts';

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
