import { expect, test } from 'vitest';
import { importsOf } from '../scripts/lint/imports.mjs';
import { TRIALS } from './guards.mjs';
import { filesOf, guardedFiles, patternsOf, trialsNamed } from './run-trials.mjs';

/** The tests of features and packages try what they share with trials. */
const TRIED_ELSEWHERE = /^(?:apps\/server\/src\/testing|packages)\//;
const imports = [...importsOf(['apps/server/src', 'scripts', 'trials', 'e2e'])];

test.each(TRIALS)('the trial $name guards its own files and what they import', (trial) => {
  const { files = [], script = '' } = trial;
  const guarded = guardedFiles(trial);
  expect(guarded).toEqual(expect.arrayContaining([...files, script].filter(Boolean)));
  const imported = imports.filter(({ from }) => files.includes(from) || from === script);
  const unguarded = imported
    .map(({ to }) => to)
    .filter((to) => /^(?:apps|scripts|trials|e2e)\//.test(to) && !TRIED_ELSEWHERE.test(to))
    .filter((to) => !guarded.includes(to));
  expect(unguarded).toEqual([]);
});

test('every pattern of a guard still finds a file', () => {
  const patterns = [...new Set(TRIALS.flatMap(patternsOf))];
  expect(patterns.filter((pattern) => filesOf([pattern]).length === 0)).toEqual([]);
});

test('a change of the packages makes every trial due, one of a feature those that it could break', () => {
  const guardOf = (file: string) =>
    TRIALS.filter((trial) => guardedFiles(trial).includes(file)).map(({ name }) => name);
  expect(guardOf('package-lock.json')).toHaveLength(TRIALS.length);
  expect(guardOf('apps/server/src/features/dashboard/dashboard.routes.ts')).toEqual(['fuzz']);
  expect(guardOf('apps/web/src/features/dashboard/dashboard-page.tsx')).toEqual([]);
  expect(guardOf('apps/server/src/features/sales/sales.routes.ts')).toContain('torture');
});

test('a trial that does not exist is said with those that do', () => {
  expect(trialsNamed(['main', 'fuzz']).map(({ name }) => name)).toEqual(['fuzz', 'main']);
  expect(() => trialsNamed(['tortura'])).toThrow(/^Não há o ensaio tortura\. Há: start, fuzz/);
});
