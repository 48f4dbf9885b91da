import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(ROOT, 'docs/conformance.md');

/** The sections of the specification that need rows. */
const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9'];

type Row = { line: number; section: string; statement: string; tests: string[] };

/** Rows look like `| 5.3 | a statement | e2e/counter.spec.ts › title<br>… |`. */
function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (!/^\|\s*\d/.test(line)) return [];
    // A row of another form has no test, and is found by that.
    const [, section = line, statement = '', named = ''] =
      /^\|\s*(\d[\d.]*)\s*\|(.*)\|([^|]*)\|\s*$/.exec(line) ?? [];
    const tests = named
      .split('<br>')
      .map((name) => name.trim())
      .filter(Boolean);
    return [{ line: index + 1, section, statement: statement.trim(), tests }];
  });
}

/** The quoted text after `test(`, `it(`, or the second bracket of `test.each(…)(` and similar calls. */
const TITLES = /(?:(?:test|it)|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`),/g;

/** A placeholder in a title: `${…}` of a template; %s, %o and so on of a table. */
const VALUES = /\$\{[^}]*\}|%[sdifjoO]/;

/** The titles of a test file's tests, each as a pattern. */
function titlesOf(source: string): RegExp[] {
  return [...source.matchAll(TITLES)].flatMap(([, single, double, template]) => {
    const title = (single ?? double ?? template ?? '').replaceAll(/\\(['"])/g, '$1');
    const parts = title.split(VALUES).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    // A title that is only a placeholder would match every title.
    return parts.every((part) => part === '') ? [] : [new RegExp(`^${parts.join('.+')}$`, 's')];
  });
}

const known = new Map<string, RegExp[]>();

/** Why a row names no test; undefined when it does. */
function trouble(name: string): string | undefined {
  const [file = '', title = ''] = name.split(' › ');
  if (!title) return `"${name}" is not "file › title"`;
  const absolute = path.join(ROOT, file);
  if (!/\.(test|spec)\.tsx?$/.test(file)) return `${file} is no file of tests`;
  if (!existsSync(absolute)) return `${file} does not exist`;
  const titles = known.get(file) ?? titlesOf(readFileSync(absolute, 'utf8'));
  known.set(file, titles);
  return titles.some((pattern) => pattern.test(title))
    ? undefined
    : `${file} has no test "${title}"`;
}

function troubles(text: string): string[] {
  const statements = new Set<string>();
  return rowsOf(text).flatMap(({ line, section, statement, tests }) => {
    if (tests.length === 0) return [`line ${line}: no test is named`];
    const where = `line ${line}: `;
    const twice = statements.has(`${section} ${statement}`) ? [`${where}the same row twice`] : [];
    statements.add(`${section} ${statement}`);
    return tests
      .flatMap((name) => trouble(name) ?? [])
      .map((text) => where + text)
      .concat(twice);
  });
}

test('every row of the conformance table names tests that exist', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  expect(troubles(text)).toEqual([]);
  const sections = new Set(rowsOf(text).map(({ section }) => section.split('.')[0]));
  expect([...sections].sort()).toEqual(SECTIONS);
});

// In a planted row below: a quoted text that is no title.
const UNTITLED = 'a text in a test file';

test.each([UNTITLED, 'rows'])('titles of tables and templates are known: %s', (value) => {
  const source = `test.each(['a'])('of %s', () => {}); test.each(['a'])('%s', () => {}); for (;;) it(\`in \${value}!\`, () => {});`;
  const titles = titlesOf(source);
  expect(titles.map((pattern) => pattern.test(`of ${value}`))).toEqual([true, false]);
  expect(titles.map((pattern) => pattern.test(`in ${value}!`))).toEqual([false, true]);
});

test('a row without a test, or with one that does not exist, is noticed', () => {
  const here = 'scripts/conformance.test.ts';
  const planted = [
    `| 2.1 | a statement | ${here} › no such title |`,
    '| 2.2 | a statement | nowhere.spec.ts › a title |',
    '| 2.3 | a statement |  |',
    '| 2.4 | a statement without a third cell |',
    `| 2.5 | a statement | ${here} › ${UNTITLED} |`,
    '| 2.6 | a statement | package.json › name |',
    `| 2.7 | a statement | ${here} › titles of tables and templates are known: rows |`,
    `| 2.7 | a statement | ${here} › titles of tables and templates are known: %s |`,
    `| 2.8 | a statement | ${here} › every row of the conformance table names tests that exist |`,
  ].join('\n');
  const lines = troubles(planted).map((text) => Number(/^line (\d+):/.exec(text)?.[1]));
  expect(lines).toEqual([1, 2, 3, 4, 5, 6, 8]);
});
