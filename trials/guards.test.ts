import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { importsOf } from '../scripts/lint/imports.mjs';
import { writeVersion } from '../scripts/release/versions.mjs';
import { ROOT } from '../scripts/steps/processes.mjs';
import {
  allTrials,
  filesOf,
  guardedFiles,
  patternsOf,
  trialsNamed,
  withoutVersion,
} from './run-trials.mjs';

/** The tests of features and packages try what they share with trials. */
const TRIED_ELSEWHERE = /^(?:apps\/server\/src\/testing|packages)\//;
const trials = allTrials();
const importsIn = [...importsOf(['apps/server/src', 'apps/web/src', 'scripts', 'trials', 'e2e'])];

test.each(trials)('the trial $name guards its own files and what they import', (trial) => {
  const { files = [], specs, script = '' } = trial;
  const guarded = guardedFiles(trial);
  expect(guarded).toEqual(expect.arrayContaining([...files, script].filter(Boolean)));
  const isOwn = (file: string) =>
    files.includes(file) || file === script || (specs && file.startsWith(`${specs}/`));
  const imported = importsIn.filter(({ from }) => isOwn(from));
  const unguarded = imported
    .map(({ to }) => to)
    .filter((to) => /^(?:apps|scripts|trials|e2e)\//.test(to) && !TRIED_ELSEWHERE.test(to))
    .filter((to) => !guarded.includes(to));
  expect(unguarded).toEqual([]);
});

test('every browser test is of the specification or of a trial', () => {
  const folders = ['e2e/specification', ...trials.flatMap(({ specs = [] }) => specs)];
  const specs = filesOf(['e2e/**/*.spec.ts']);
  expect(specs.filter((file) => !folders.includes(dirname(file)))).toEqual([]);
  for (const folder of folders) expect(specs.map((file) => dirname(file))).toContain(folder);
});

test('every pattern of a guard still finds a file', () => {
  const patterns = [...new Set(trials.flatMap(patternsOf))];
  expect(patterns.filter((pattern) => filesOf([pattern]).length === 0)).toEqual([]);
});

test('a change makes those trials due that it could break', () => {
  const guardOf = (file: string) =>
    trials.filter((trial) => guardedFiles(trial).includes(file)).map(({ name }) => name);
  const inBrowser = trials.filter(({ specs }) => specs).map(({ name }) => name);
  expect(guardOf('package-lock.json')).toHaveLength(trials.length);
  expect(guardOf('apps/server/src/features/sales/sales.routes.ts')).toContain('torture');
  // What all pages share, and one room of them.
  expect(guardOf('apps/web/src/ui/screen.tsx')).toEqual(['browsers', ...inBrowser]);
  expect(guardOf('apps/server/src/features/sales/record-sale.ts')).toEqual(
    expect.arrayContaining(inBrowser.filter((name) => name !== 'e2e-manual')),
  );
  expect(guardOf('apps/web/src/features/months/months-page.tsx')).toEqual([
    'e2e-kept',
    'e2e-bank',
    'e2e-frame',
    'e2e-apart',
    'e2e-manual',
  ]);
  expect(guardOf('docs/manual/vendedores.md')).toEqual(['e2e-manual']);
});

test('another version of Balcão makes no trial due, another library does', () => {
  const copy = mkdtempSync(join(tmpdir(), 'version-'));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  const manifests = filesOf(['package*.json', '*/package.json', '*/*/package.json']);
  for (const file of manifests) cpSync(join(ROOT, file), join(copy, file));
  writeVersion(copy, '9.0.0');
  for (const file of ['package-lock.json', 'apps/server/package.json']) {
    const hashedText = (text: string) => String(withoutVersion(file, Buffer.from(text)));
    const now = readFileSync(join(ROOT, file), 'utf8');
    const raised = readFileSync(join(copy, file), 'utf8');
    expect(raised).not.toBe(now);
    expect(hashedText(raised)).toBe(hashedText(now));
    expect(hashedText(now.replace(/(?<="pg": ")/, '>'))).not.toBe(hashedText(now));
  }
});

test('a trial that does not exist is said with those that do', () => {
  expect(trialsNamed(['main', 'fuzz']).map(({ name }) => name)).toEqual(['fuzz', 'main']);
  expect(() => trialsNamed(['tortura'])).toThrow(/^Não há o ensaio tortura\. Há: start, fuzz/);
});
