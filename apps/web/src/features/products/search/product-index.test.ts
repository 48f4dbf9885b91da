import { expect, test } from 'vitest';
import { beginsCode, indexOf, productInNumber } from './product-index.ts';

const index = indexOf(
  [
    { code: '316', name: 'Régua' },
    { code: '0420', name: 'Cola' },
    { code: '12', name: 'Lápis' },
    { code: 'CAM-P', name: 'Camisa P' },
  ].map((product, id) => ({ id, ...product })),
);

test.each([
  [316, 'Régua'],
  [2316, 'Régua'],
  [420, 'Cola'],
  [31, undefined],
  // Two digits are a quantity, also behind another one.
  [12, undefined],
  [512, undefined],
  [3160, undefined],
])('a quantity of %i holds the code of %s', (quantity, name) => {
  expect(productInNumber(index, quantity)?.name).toBe(name);
});

test.each([
  ['cam', true],
  ['3a', true],
  ['am', false],
  ['nc', false],
])('whether a code begins with %s: %s', (text, begins) => {
  expect(beginsCode({ ...index, lists: [{ code: '3ANO' }] }, text)).toBe(begins);
});
