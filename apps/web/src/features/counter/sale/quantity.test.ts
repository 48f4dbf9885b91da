import { expect, test } from 'vitest';
import { quantityOf, quantityText } from './quantity.ts';

test.each([
  ['3', '3', 3],
  ['007', '7', 7],
  ['0', '0', 0],
  ['', '', 0],
  ['-', '-', 0],
  ['-5', '0', 0],
  ['1,5', '1', 1],
  ['2.9', '2', 2],
  ['12abc', '12', 12],
  ['7891000315507', '7891000315507', 7_891_000_315_507],
])('typing %o shows %o and counts as %d', (typed, shown, quantity) => {
  expect(quantityText(typed)).toBe(shown);
  expect(quantityOf(shown)).toBe(quantity);
});
