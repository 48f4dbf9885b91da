// Prints a circle of folders that import each other, if there is one, and exits with 1. Type-only imports
// count, tests do not. Circles of files are Biome's to find (noImportCycles).
import { dirname } from 'node:path';
import { importsOf } from './imports.mjs';

const PROOF = /(?:^|\/)testing\/|\.test\.tsx?$/;

/** @type {Map<string, Set<string>>} the folders that each folder imports from */
const imports = new Map();
for (const { from, source, to } of importsOf(['packages', 'apps', 'scripts'])) {
  if (!source.startsWith('.') || PROOF.test(from)) continue;
  const [folder, other] = [dirname(from), dirname(to)];
  const imported = imports.get(folder) ?? new Set();
  imports.set(folder, imported);
  if (other !== folder) imported.add(other);
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
