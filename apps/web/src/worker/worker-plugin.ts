import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';

const SOURCE = path.join(import.meta.dirname, 'worker.ts');
/** What the pages load. The pictures of the manual and the fonts of PDF files are not worth their room. */
const LOADED = /\.(js|css|woff2|svg)$/;

/** Writes the service worker beside the files of the same build, which it names. */
export function workerPlugin(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const written = readdirSync(dir, { recursive: true, encoding: 'utf8' });
      const files = written.filter((name) => LOADED.test(name)).map((name) => `/${name}`);
      const page = readFileSync(path.join(dir, 'index.html'), 'utf8');
      const version = createHash('sha256').update(`${files.sort()} ${page}`).digest('hex');
      const { code } = await transformWithOxc(readFileSync(SOURCE, 'utf8'), SOURCE);
      const build = JSON.stringify({ version, files });
      writeFileSync(
        path.join(dir, 'worker.js'),
        code.replace('__BUILD__', () => build),
      );
    },
  };
}
