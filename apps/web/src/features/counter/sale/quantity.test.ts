import { expect, test } from 'vitest';
import { quantityOf, quantityText } from './quantity.ts';

test.each([
  ['3', '3'],
  ['007', '7'],
  ['0', '0'],
  ['', ''],
  ['-', '-'],
  ['-5', '0'],
  ['1,5', '1'],
  ['2.9', '2'],
  ['12abc', '12'],
  ['7891000315507', '7891000315507'],
])('typing %o shows %o', (typed, shown) => {
  expect(quantityText(typed)).toBe(shown);
});

test('an unfinished quantity counts as 0', () => {
  expect([quantityOf(''), quantityOf('-'), quantityOf('12')]).toEqual([0, 0, 12]);
});
