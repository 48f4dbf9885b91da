/*
 * npm run conformance writes docs/conformance.md: for each clause of the specification the tests that show it first.
 * A test names its clauses in the line above it: // Specification: 2.5, 4.3
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../steps/processes.mjs';

export const DOCUMENT = join(ROOT, 'docs/conformance.md');
const TESTS = '{apps,packages,e2e}/**/*.{test,spec}.{ts,tsx}';

/** What each section of the specification says, in the order of its headings, list items or rows. */
const SECTIONS = [
  {
    number: 2,
    title: 'Screens and routes',
    clauses: [
      'routes',
      'guards',
      'login',
      'page layout',
      'counter',
      'products',
      'sales',
      'users',
      'payment methods',
      'profile',
      'closings',
      'closing slip',
      'receipt',
      'period report',
      'reusable elements',
    ],
  },
  {
    number: 3,
    title: 'Entities and their fields',
    clauses: [
      'stored session',
      'login',
      'product',
      'client',
      'student',
      'sale item',
      'sale payload',
      'sale in the list',
      'sale record',
      'payment method',
      'user',
      'closing row',
      'close-box request',
      'password change',
      'totals',
      'paged list',
    ],
  },
  {
    number: 4,
    title: 'States and transitions',
    clauses: [
      'session',
      'login form',
      'from step 1 to 2',
      'finalizing',
      'item list',
      'look-ups',
      'closing the box',
      'dialogs',
      'deleting',
      'profile',
      'product status',
    ],
  },
  {
    number: 5,
    title: 'Validation rules',
    clauses: [
      'login',
      'CPF and registration',
      'to step 2',
      'finalizing',
      'payment rows',
      'payment amounts',
      'quantity',
      'forms',
      'report',
      'passwords',
    ],
  },
  {
    number: 6,
    title: 'Roles and permissions',
    clauses: [
      'two roles',
      'everybody',
      'administrators',
      'the seller of a sale',
      'visitors',
      'the server',
    ],
  },
  {
    number: 7,
    title: 'The calls it makes',
    clauses: ['headers', 'table of calls', 'period report'],
  },
  {
    number: 8,
    title: 'Error catalogue',
    clauses: [
      'login',
      'no sales',
      'closing',
      'sale',
      'product',
      'user',
      'payment method',
      'password',
      'validation',
      'look-ups and lists',
    ],
  },
  {
    number: 9,
    title: 'Constants and limits',
    clauses: [
      'currency and dates',
      'page sizes',
      'rows and lengths',
      'timings',
      'storage keys',
      'paper and width',
      'footer',
    ],
  },
];

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
  const all = SECTIONS.flatMap(({ number, clauses }) =>
    clauses.map((_name, index) => `${number}.${index + 1}`),
  );
  const missing = all.filter((clause) => !named.has(clause));
  if (missing.length > 0) throw new Error(`No test shows ${missing.join(', ')}.`);
  const unknown = [...named].filter((clause) => !all.includes(clause));
  if (unknown.length > 0) throw new Error(`The specification has no ${unknown.join(', ')}.`);

  const sections = SECTIONS.map(({ number, title, clauses }) => {
    const names = clauses.map((name, index) => `${number}.${index + 1} ${name}`);
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
