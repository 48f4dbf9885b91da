/*
 * npm run conformance writes docs/conformance.md: for each clause of the specification the tests that show it first.
 * A test names its clauses in the line above it: // Specification: 2.5, 4.3
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../steps/processes.mjs';

export const DOCUMENT = join(ROOT, 'docs/conformance.md');
const TESTS = '{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}';

/** The sections of the specification, with what their headings, list items or rows are about, in their order. */
const SECTIONS = `
2 Screens and routes: routes, guards, login, page layout, counter, products, sales, users, payment methods, profile, closings, closing slip, receipt, period report, reusable elements
3 Entities and their fields: stored session, login, product, client, student, sale item, sale payload, sale in the list, sale record, payment method, user, closing row, close-box request, password change, totals, paged list
4 States and transitions: session, login form, from step 1 to 2, finalizing, item list, look-ups, closing the box, dialogs, deleting, profile, product status
5 Validation rules: login, CPF and registration, to step 2, finalizing, payment rows, payment amounts, quantity, forms, report, passwords
6 Roles and permissions: two roles, everybody, administrators, the seller of a sale, visitors, the server
7 The calls it makes: headers, table of calls, period report
8 Error catalogue: login, no sales, closing, sale, product, user, payment method, password, validation, look-ups and lists
9 Constants and limits: currency and dates, page sizes, rows and lengths, timings, storage keys, paper and width, footer
`
  .trim()
  .split('\n')
  .map((line) => {
    const [, number = '', title = '', names = ''] = /^(\d) (.+): (.+)$/.exec(line) ?? [];
    const clauses = names
      .split(', ')
      .map((name, index) => ({ id: `${number}.${index + 1}`, name }));
    return { title, clauses };
  });

const HEAD = `# Conformance

Which tests show each clause of the specification: those to open first, since others often show the same. A clause has the number of its section, and its place among the headings, list items or table rows there.

A test names its clauses in the line above it. \`npm run conformance\` writes this page from them; a test fails while it is out of date or a clause has no test.

`;

/** A line of clauses, and the first quoted text of the test below it. */
const NAMED =
  /^\s*\/\/ Specification: (.+)\n[\s\S]*?(?:test|it|\))\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`]*)`),/gm;

/**
 * The tests that name clauses, by file.
 * @param {string} file
 * @param {string} source
 */
function testsOf(file, source) {
  return [...source.matchAll(NAMED)].map(([, clauses = '', single, double, template]) => {
    const title = (single ?? double ?? template ?? '').replaceAll(/\\(['"])/g, '$1');
    return { test: `${file}: ${title}`, clauses: clauses.split(', ') };
  });
}

/**
 * The page: the sections with their clauses, and each test once. Throws at a clause that no test shows, and at one
 * that the specification does not have.
 * @param {{ file: string, source: string }[]} files
 */
export function conformance(files) {
  const tests = files.flatMap(({ file, source }) => testsOf(file, source));
  const named = new Set(tests.flatMap(({ clauses }) => clauses));
  const all = SECTIONS.flatMap(({ clauses }) => clauses.map(({ id }) => id));
  const missing = all.filter((clause) => !named.has(clause));
  if (missing.length > 0) throw new Error(`No test shows ${missing.join(', ')}.`);
  const unknown = [...named].filter((clause) => !all.includes(clause));
  if (unknown.length > 0) throw new Error(`The specification has no ${unknown.join(', ')}.`);

  const sections = SECTIONS.map(({ title, clauses }) => {
    const names = clauses.map(({ id, name }) => `${id} ${name}`);
    return `- **${title}**: ${names.join(', ')}\n`;
  });
  const place = (/** @type {string[]} */ [first = '']) => all.indexOf(first);
  const rows = tests
    .toSorted((one, other) => place(one.clauses) - place(other.clauses))
    .map(({ test, clauses }) => `- ${clauses.join(', ')} ${test}\n`);
  return [HEAD, ...sections, '\n## The tests\n\n', ...rows].join('');
}

/** The page as the tests are now. */
export function conformanceNow() {
  const files = globSync(TESTS, { cwd: ROOT, exclude: (name) => name === 'node_modules' });
  return conformance(
    files.sort().map((file) => ({ file, source: readFileSync(join(ROOT, file), 'utf8') })),
  );
}
