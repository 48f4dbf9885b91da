import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { conformance, conformanceNow, DOCUMENT } from './conformance.mjs';

test('the conformance page is that of the tests: npm run conformance', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(conformanceNow());
});

// Every clause of today's page, said by one planted test.
const CLAUSES = readFileSync(DOCUMENT, 'utf8').match(/\b[2-9]\.\d+\b/g);
const ALL = [...new Set(CLAUSES)].join(', ');

const planted = (clauses: string, call = "test('a sale', () => {});") => [
  { file: 'planted.test.ts', source: `// Specification: ${clauses}\n${call}\n` },
];

test('a clause without a test, and one that is not in the specification, are noticed', () => {
  expect(conformance(planted(ALL))).toContain('2.1, 2.2');
  expect(() => conformance(planted(ALL.replace('4.5, ', '')))).toThrow('No test shows 4.5.');
  expect(() => conformance(planted(`${ALL}, 1.9`))).toThrow('The specification has no 1.9.');
  expect(() => conformance(planted(ALL, 'const sale = 1;'))).toThrow('No test shows 2.1');
});

test.each([
  ['test.each([[1]])("a ‘sale’ of %s", () => {});', 'a ‘sale’ of %s'],
  ["it(\n  'it\\'s sold', () => {});", "it's sold"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a test.
  ['test(`sold by ${name}`, () => {});', 'sold by ${name}'],
])('titles are found in %s', (call, title) => {
  expect(conformance(planted(ALL, call))).toContain(`planted.test.ts: ${title}`);
});
