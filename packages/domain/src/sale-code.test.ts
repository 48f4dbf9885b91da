import { expect, test } from 'vitest';
import { saleCode, saleOfCode } from './sale-code.ts';

test('the code of a sale names it again, also in small letters and with spaces around', () => {
  for (const sale of [1, 4987, 999_999_999]) expect(saleOfCode(saleCode(sale))).toBe(sale);
  expect(saleOfCode(' v12 ')).toBe(12);
});

test.each(['', 'V', 'V0', 'V012', '4987', 'V4987X', 'VV1', 'V-1', 'V1234567890'])(
  '%j is no code of a sale',
  (text) => expect(saleOfCode(text)).toBeUndefined(),
);
