import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const BIOME = resolve('node_modules/@biomejs/biome/bin/biome');

/** Runs a checker over files that each import one other file, by a type-only import or a real one. */
function check(imports: [file: string, source: string, isType: boolean][], ...args: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'circles-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of ['biome.json', 'scripts/lint']) {
    cpSync(path, join(root, path), { recursive: true });
  }
  mkdirSync(join(root, 'packages'));
  for (const [file, source, isType] of imports) {
    const path = join(root, 'apps/web/src', file);
    mkdirSync(dirname(path), { recursive: true });
    const name = isType ? 'type X' : 'x';
    writeFileSync(path, `import { ${name} } from '${source}';\nexport { ${name} };\n`);
  }
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return { status, stdout };
}

test.each([
  ['a real one', false],
  ['a type-only one', true],
])('a circle of files is found: %s', (_, isType) => {
  const lint = [BIOME, 'lint', '--vcs-enabled=false', '--only=suspicious/noImportCycles'];
  const { status, stdout } = check(
    [
      ['a.ts', './b.ts', isType],
      ['b.ts', './c.ts', isType],
      ['c.ts', './a.ts', isType],
    ],
    ...lint,
    '--reporter=json',
  );
  expect(status).toBe(1);
  expect(stdout.match(/lint\/suspicious\/noImportCycles/g)).toHaveLength(3);
});

test('a circle of folders is found, type-only imports included', () => {
  const { status, stdout } = check(
    [
      ['page.ts', './order/a.ts', false],
      ['order/a.ts', '../payment/b.ts', false],
      ['payment/b.ts', './split/c.ts', true],
      ['payment/split/c.ts', '../../order/d.ts', true],
      ['order/d.ts', '../money/e.ts', false],
      ['money/e.ts', './f.ts', false],
    ],
    'scripts/lint/folder-circles.mjs',
  );
  expect(status).toBe(1);
  expect(stdout).toMatch(/order → .*payment → .*payment\/split → .*order\n$/);
});

test('folders that import each other only in tests are no circle', () => {
  const { status, stdout } = check(
    [
      ['order/a.ts', '../payment/b.ts', false],
      ['payment/b.test.ts', '../order/a.ts', false],
      ['payment/testing/c.ts', '../../order/a.ts', false],
    ],
    'scripts/lint/folder-circles.mjs',
  );
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
