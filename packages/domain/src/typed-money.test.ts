import { expect, it } from 'vitest';
import { centsTyped } from './typed-money.ts';

it.each([
  ['12,90', 1290],
  ['12,9', 1290],
  ['12,', 1200],
  ['12', 1200],
  ['0,07', 7],
  ['R$ 1.234,50', 123450],
  ['R$\u00a01.234,50', 123450],
  ['r$12.90', 1290],
  ['12.9', 1290],
  ['1,234.50', 123450],
  ['1.234', 123400],
  ['1.234.567,89', 123456789],
  ['9.999.999,99', 999999999],
  ['10000000', 'too_large'],
  ['99999999999999999999999', 'too_large'],
  ['-5,00', 'negative'],
  ['R$ -5,00', 'negative'],
  ['-R$ 5,00', 'negative'],
  ['(5,00)', 'negative'],
  ['5,00-', 'negative'],
  ['12,905', 'decimals'],
  ['12,900', 'decimals'],
  ['1.23.4', 'unreadable'],
  ['12.345,6.7', 'unreadable'],
  ['', 'unreadable'],
  ['grátis', 'unreadable'],
  ['1e3', 'unreadable'],
  ['=1+1', 'unreadable'],
  ['٣', 'unreadable'],
])('reads %j as %j', (text, amount) => {
  expect(centsTyped(text)).toBe(amount);
});

// A pattern that begins again at every digit would be at it for hours.
it.each(['(', '', '-', '1.', '(R$'])('reads a million digits after %j at once', (before) => {
  expect(centsTyped(`${before}${'1'.repeat(1_000_000)}(`)).toMatch(/negative|unreadable/);
});
