import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(ROOT, 'docs/conformance.md');

/** The sections of the specification that need rows. */
const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9'];

type Row = { line: number; section: string; statement: string; shownBy: string };

/** A statement stands below its test, and both below a section: `### 5.3`, `- file › title`, `  - a statement`. */
function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let [section, shownBy] = ['', ''];
  for (const [index, line] of text.split('\n').entries()) {
    const [, heading, test, statement] =
      /^(?:### (\d[\d.]*)|- (.+)| {2}- (.+))$/.exec(line.trimEnd()) ?? [];
    if (heading) [section, shownBy] = [heading, ''];
    if (test) shownBy = test;
    if (statement) rows.push({ line: index + 1, section, statement, shownBy });
  }
  return rows;
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

/** Why a statement stands below no test; undefined when it does. */
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
  return rowsOf(text).flatMap(({ line, section, statement, shownBy }) => {
    const key = `${section} ${statement}`;
    const twice = statements.has(key) ? 'the same statement twice' : undefined;
    statements.add(key);
    const found = [trouble(shownBy), twice].filter((each) => each !== undefined);
    return found.map((words) => `line ${line}: ${words}`);
  });
}

test('every statement of the conformance page stands below a test that exists', () => {
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

test('a statement without a test, or below one that does not exist, is noticed', () => {
  const here = 'scripts/conformance.test.ts';
  const planted: [string, string[]][] = [
    [`${here} › no such title`, ['one']],
    ['nowhere.spec.ts › a title', ['two']],
    [`${here} › ${UNTITLED}`, ['three']],
    ['package.json › name', ['four']],
    [here, ['five']],
    [`${here} › titles of tables and templates are known: rows`, ['six', 'six']],
    [`${here} › titles of tables and templates are known: %s`, ['seven', 'eight']],
  ];
  const lines = planted.flatMap(([test, statements]) => [
    `- ${test}`,
    ...statements.map((statement) => `  - ${statement}`),
  ]);
  const text = ['### 2.0', '  - none', '### 2.1', ...lines].join('\n');
  const found = troubles(text).map((words) => Number(/^line (\d+):/.exec(words)?.[1]));
  const badLines = text
    .split('\n')
    .flatMap((line, index) =>
      /- (?:none|one|two|three|four|five)$/.test(line) ? [index + 1] : [],
    );
  expect(found.toSorted((one, other) => one - other)).toEqual([
    ...badLines,
    // "six", the second time.
    16,
  ]);
});
