import { expect, test } from 'vitest';
import { keptCode, keyOfKeptCode } from './kept-sale.ts';

test('a key is forty digits on paper, and those are the key again', () => {
  for (const key of [
    '00000000-0000-4000-8000-000000000000',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
    '0b7e6f0a-41d2-4c7e-9a55-0c2f3f1f9d10',
  ]) {
    const code = keptCode(key);
    expect(code).toMatch(/^0[0-9]{39}$/);
    expect(keyOfKeptCode(code)).toBe(key);
  }
});

test('other digits are no key', () => {
  expect(keyOfKeptCode('52998224725')).toBeUndefined();
  expect(keyOfKeptCode('9'.repeat(40))).toBeUndefined();
  // More than 128 bits.
  expect(keyOfKeptCode(`0${'9'.repeat(39)}`)).toBeUndefined();
});
