import { expect, test } from 'vitest';
import { isNotWhole, quantityOf, quantityText, shownQuantity } from './quantity.ts';

/** Typed key by key into a field that shows what `shownQuantity` says. */
const typed = (keys: string) =>
  [...keys].reduce((text, key) => quantityText(shownQuantity(text) + key, text), '');

test.each([
  ['3', '3', 3, false],
  ['007', '7', 7, false],
  ['0', '0', 0, false],
  ['', '', 0, false],
  ['-', '-', 0, false],
  ['-5', '0', 0, false],
  ['-12', '0', 0, false],
  ['1,5', '1,5', 0, true],
  ['2.9', '2.9', 0, true],
  ['1.000', '1.000', 0, true],
  ['12abc', '12abc', 0, true],
  ['1-2', '1-2', 0, true],
  ['7891000315507', '7891000315507', 7_891_000_315_507, false],
])('typing %o shows %o and counts as %d', (text, shown, quantity, refused) => {
  for (const value of [typed(text), quantityText(text)]) {
    expect(shownQuantity(value)).toBe(shown);
    expect(quantityOf(value)).toBe(quantity);
    expect(isNotWhole(value)).toBe(refused);
  }
});

test('after a negative number another can be typed', () => {
  const negative = typed('-12');
  expect(quantityText('5', negative)).toBe('5');
  expect(quantityText('', negative)).toBe('');
});
