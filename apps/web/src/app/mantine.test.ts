import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '..');
const MANTINE = path.join(SRC, '../../../node_modules/@mantine/core/esm');
const SHARED = ['baseline', 'default-css-variables', 'global'];

/** Adds a module and all that it imports statically by a relative path to `seen`. */
function walk(file: string, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/ from ['"](\.[^'"]+)['"]/g)) {
    walk(path.join(path.dirname(file), target as string), seen);
  }
}

/** The sheets of the Mantine components that `files` use. */
function sheetsFor(files: Iterable<string>): Set<string> {
  const modules = new Set<string>();
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const [, names] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names?.match(/\b[A-Z]\w+/g) ?? []) {
        const [component] = globSync(`components/${name}/${name}.mjs`, { cwd: MANTINE });
        if (component) walk(path.join(MANTINE, component), modules);
      }
    }
  }
  return new Set([...modules].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []));
}

function importedBy(sheet: string): string[] {
  const css = readFileSync(path.join(SRC, 'app', sheet), 'utf8');
  return [...css.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name as string);
}

it('imports the sheet of every Mantine component in use, and no other', () => {
  const first = new Set<string>();
  walk(path.join(SRC, 'main.tsx'), first);
  const atOnce = sheetsFor(first);
  expect(importedBy('mantine.css').toSorted()).toEqual([...SHARED, ...atOnce].toSorted());

  const all = sheetsFor(globSync('**/*.tsx', { cwd: SRC }).map((file) => path.join(SRC, file)));
  expect(importedBy('mantine-signed-in.css').toSorted()).toEqual(
    [...all].filter((name) => !atOnce.has(name)).toSorted(),
  );
});
