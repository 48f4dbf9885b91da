import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { isEan } from './ean.ts';

test.each([
  ['EAN-8', '40170725', true],
  ['UPC-A', '036000291452', true],
  ['EAN-13', '7891000315507', true],
  ['GTIN-14', '17891000315504', true],
  ['a wrong check digit', '7891000315508', false],
  ['a CPF', '52998224725', false],
  ['a matrícula', '20260042', false],
  ['an amount', '5000', false],
  ['letters', '7891000X15507', false],
  ['spaces', ' 40170725', false],
  ['nothing', '', false],
])('%s', (_, text, valid) => {
  expect(isEan(text)).toBe(valid);
});

test('one check digit in ten is right, and no single digit can be changed', () => {
  const body = fc.stringMatching(/^(\d{7}|\d{11,13})$/);
  fc.assert(
    fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (digits, place, more) => {
      const valid = [...'0123456789'].filter((check) => isEan(digits + check));
      expect(valid).toHaveLength(1);
      const code = digits + valid[0];
      const at = place % code.length;
      const other = (Number(code[at]) + more) % 10;
      expect(isEan(code.slice(0, at) + other + code.slice(at + 1))).toBe(false);
    }),
    runs,
  );
});
