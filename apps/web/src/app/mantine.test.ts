import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '..');
const MANTINE = path.join(SRC, '../../../node_modules/@mantine/core/esm');
const SHARED = ['baseline', 'default-css-variables', 'global'];

/** Adds a module of Mantine and all its imports to `seen`. */
function walk(file: string, seen: Set<string>): void {
  if (seen.has(file)) return;
  seen.add(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g)) {
    walk(path.join(path.dirname(file), target as string), seen);
  }
}

it('imports the sheet of every Mantine component in use, and no other', () => {
  const modules = new Set<string>();
  for (const file of globSync('**/*.tsx', { cwd: SRC })) {
    const source = readFileSync(path.join(SRC, file), 'utf8');
    for (const [, names] of source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)) {
      for (const name of names?.match(/\b[A-Z]\w+/g) ?? []) {
        const [component] = globSync(`components/${name}/${name}.mjs`, { cwd: MANTINE });
        if (component) walk(path.join(MANTINE, component), modules);
      }
    }
  }
  const needed = [...modules].flatMap((file) => /(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []);
  const sheet = readFileSync(path.join(SRC, 'app/mantine.css'), 'utf8');
  const imported = [...sheet.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name);
  expect(imported.toSorted()).toEqual([...SHARED, ...needed].toSorted());
});
