// Prints a circle of folders that import each other, if there is one, and exits with 1. Type-only imports
// count, tests do not. Circles of files are Biome's to find (noImportCycles).
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SOURCE = /\.(?:ts|tsx|mjs)$/;
const NOT_PRODUCT = /(?:^|\/)(?:node_modules|dist|\.[^/]+|testing)\/|\.test\.tsx?$/;
const IMPORT = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** @type {Map<string, Set<string>>} the folders that each folder imports from */
const imports = new Map();
for (const top of ['packages', 'apps', 'scripts']) {
  for (const name of readdirSync(top, { recursive: true, encoding: 'utf8' })) {
    const file = join(top, name);
    if (!SOURCE.test(file) || NOT_PRODUCT.test(file)) continue;
    const folder = dirname(file);
    const imported = imports.get(folder) ?? new Set();
    imports.set(folder, imported);
    for (const [, source = ''] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const other = dirname(join(folder, source));
      if (other !== folder) imported.add(other);
    }
  }
}

// A folder that imports no other is in no circle, nor is one that imports only such folders.
for (let before = -1; before !== imports.size; ) {
  before = imports.size;
  for (const [folder, imported] of imports) {
    for (const other of imported) if (!imports.has(other)) imported.delete(other);
    if (imported.size === 0) imports.delete(folder);
  }
}

// Every remaining folder imports another remaining one, so this walk returns to a folder it has passed.
/** @type {string[]} */
const walked = [];
let [folder] = imports.keys();
while (folder && !walked.includes(folder)) {
  walked.push(folder);
  [folder] = imports.get(folder) ?? [];
}
if (folder) {
  const circle = walked.slice(walked.indexOf(folder));
  console.log(`Pastas que se importam em círculo: ${[...circle, folder].join(' → ')}`);
  process.exitCode = 1;
}
