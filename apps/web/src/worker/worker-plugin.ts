import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import type { Plugin } from 'vite';

const WORKER = 'worker.js';
/** What the pages load. The pictures of the manual and the fonts of PDF files are not worth their room. */
const LOADED = /\.(js|css|woff2|svg)$/;

/** Builds the service worker as a file of its own, which names the files of the same build. */
export function workerPlugin(): Plugin {
  let publicDir = '';
  return {
    name: 'worker',
    apply: 'build',
    // The page is written by a plugin of Vite's own.
    enforce: 'post',
    configResolved: (config) => {
      publicDir = config.publicDir;
    },
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: `${import.meta.dirname}/worker.ts`,
        fileName: WORKER,
      });
    },
    generateBundle(_, bundle) {
      const { [WORKER]: worker, 'index.html': page } = bundle;
      if (worker?.type !== 'chunk' || page?.type !== 'asset') {
        throw new Error('A service worker needs the page');
      }
      if (worker.imports.length > 0) throw new Error('A service worker imports nothing');
      const given = readdirSync(publicDir, { recursive: true, encoding: 'utf8' });
      const files = [...Object.keys(bundle), ...given]
        .filter((name) => LOADED.test(name) && name !== WORKER)
        .map((name) => `/${name}`)
        .sort();
      const version = createHash('sha256').update(`${files} ${page.source}`).digest('hex');
      const build = JSON.stringify({ version, files });
      worker.code = worker.code.replace('__BUILD__', () => build);
    },
  };
}
