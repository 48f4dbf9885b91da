/*
 * One text, docs/manual, is read where the code is and at /ajuda. `marked` parses it at build time: the browser gets
 * pieces instead of markup, which Trusted Types would refuse, and needs neither a parser nor a sanitiser. What the
 * page cannot show fails the build. In the manual bold means a label, which manual.test.ts looks for in the screens.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { imageSizeFromFile } from 'image-size/fromFile';
import type { Plugin } from 'vite';
import { files, MANUAL, picturesIn, readGuides, readSheet } from './read-manual.ts';

const MODULE = 'virtual:manual';
/** Rollup's mark of a module that is no file. */
const MARK = '\0';

/** docs/manual as a module. */
export function manualPlugin(): Plugin {
  return {
    name: 'manual',
    resolveId: (id) => (id.startsWith(MODULE) ? MARK + id : undefined),
    async load(id) {
      if (!id.startsWith(MARK + MODULE)) return;
      for (const file of files) this.addWatchFile(file);
      const guides = readGuides();
      if (id.endsWith('/topics')) {
        const topics = guides.flatMap(({ sections, for: audience }) =>
          sections.map(({ id, title, also }) => ({ id, title, also, for: audience })),
        );
        return `export const topics = ${JSON.stringify(topics)};`;
      }
      const sections = guides.flatMap((guide) => guide.sections);
      // npm run manual needs the screens before it can take a new picture.
      const names = [...new Set(sections.flatMap(({ pieces }) => picturesIn(pieces)))].filter(
        (name) => existsSync(path.join(MANUAL, 'pictures', name)),
      );
      const pictures = await Promise.all(
        names.map(async (name, index) => {
          const { width, height } = await imageSizeFromFile(path.join(MANUAL, 'pictures', name));
          return `${JSON.stringify(name)}: { src: picture${index}, width: ${width}, height: ${height} }`;
        }),
      );
      return [
        ...names.map(
          (name, index) =>
            `import picture${index} from ${JSON.stringify(path.join(MANUAL, 'pictures', name))};`,
        ),
        `export const guides = ${JSON.stringify(guides)};`,
        `export const sheet = ${JSON.stringify(readSheet())};`,
        `export const pictures = { ${pictures.join(', ')} };`,
      ].join('\n');
    },
  };
}
