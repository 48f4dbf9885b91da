import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  CPF_DIGITS,
  CPF_MASKED_LENGTH,
  digitsOf,
  formatCpf,
  hasValidCheckDigits,
  hiddenCpf,
  isHiddenCpf,
  withCheckDigits,
} from './cpf.ts';
import { runs } from './testing/runs.ts';

/** The rule of the Receita Federal: 11 less the rest of the division by 11; 10 and 11 become 0. */
function officialDigit(digits: readonly number[]): number {
  const sum = digits.reduceRight(
    (all, digit, index) => all + digit * (digits.length - index + 1),
    0,
  );
  const digit = 11 - (sum % 11);
  return digit >= 10 ? 0 : digit;
}
function isOfficial(cpf: string): boolean {
  const digits = [...cpf].map(Number);
  const equal = digits.every((digit) => digit === digits[0]);
  const nine = digits.slice(0, 9);
  const first = officialDigit(nine);
  const second = officialDigit([...nine, first]);
  return !equal && digits[9] === first && digits[10] === second;
}

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const digits = (length: number) =>
  fc.array(digit, { minLength: length, maxLength: length }).map((all) => all.join(''));

// From forms and manuals.
const VALID = '529.982.247-25 111.444.777-35 123.456.789-09 000.000.001-91 935.411.347-80';
const INVALID =
  '529.982.247-24 529.982.247-52 111.111.111-11 000.000.000-00 5299822472 529982247250';

test.each(VALID.split(' '))('%s has its check digits', (cpf) => {
  expect(hasValidCheckDigits(cpf)).toBe(true);
  expect(withCheckDigits(digitsOf(cpf).slice(0, 9))).toBe(digitsOf(cpf));
});

test.each([...INVALID.split(' '), ''])('"%s" has not', (cpf) => {
  expect(hasValidCheckDigits(cpf)).toBe(false);
});

test('check digits are those of the official rule', () => {
  const candidates = fc.oneof(digits(CPF_DIGITS), digits(9).map(withCheckDigits));
  fc.assert(
    fc.property(candidates, (cpf) => hasValidCheckDigits(cpf) === isOfficial(cpf)),
    runs,
  );
});

// Specification: 5.2, 9.3
test('eleven digits get the mask and give themselves back', () => {
  fc.assert(
    fc.property(digits(CPF_DIGITS), (cpf) => {
      const masked = formatCpf(cpf);
      expect(masked).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
      expect(masked).toHaveLength(CPF_MASKED_LENGTH);
      expect(digitsOf(masked)).toBe(cpf);
      expect(formatCpf(masked)).toBe(masked);
    }),
    runs,
  );
});

test('a partly typed CPF keeps every digit and ends in one', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: digit }), (noise, typed) => {
      const masked = formatCpf(`${noise}${typed}`);
      expect(digitsOf(masked)).toBe(digitsOf(`${noise}${typed}`).slice(0, CPF_DIGITS));
      expect(masked).toMatch(/^$|\d$/);
    }),
    runs,
  );
});

test('a hidden CPF shows its middle, is as long as a masked one, and keeps its mask', () => {
  const hidden = hiddenCpf('52998224725');
  expect(hidden).toBe('•••.982.247-••');
  expect(hidden).toHaveLength(CPF_MASKED_LENGTH);
  expect(formatCpf(hidden)).toBe(hidden);
  expect([hidden, '529.982.247-25', ''].map(isHiddenCpf)).toEqual([true, false, false]);
});
