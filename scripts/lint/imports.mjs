import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCE = /^(?!.*(?:^|\/)(?:node_modules|dist|\.[^/]+)\/).*\.(?:ts|tsx|mjs)$/;
const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;
/** Workspaces by the names that they are imported by. */
const WORKSPACE = /^@balcao\/(?:(domain|contract)\/|(web|server)\/)/;

/**
 * Every import of every file, type-only ones included. `to` is a path from the root, or the name of a library.
 *
 * @param {string[]} tops the folders to read
 */
export function* importsOf(tops) {
  for (const top of tops) {
    for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
      const from = join(top, name);
      if (!SOURCE.test(from)) continue;
      for (const [, source = ''] of readFileSync(from, 'utf8').matchAll(IMPORT)) {
        const workspace = source.replace(WORKSPACE, (_, package_, app) =>
          package_ ? `packages/${package_}/src/` : `apps/${app}/`,
        );
        const to = source.startsWith('.') ? join(dirname(from), source) : workspace;
        yield { from, source, to };
      }
    }
  }
}
