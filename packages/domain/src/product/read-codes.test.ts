import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs.ts';
import { isEan } from './ean.ts';
import { codesOfRead } from './read-codes.ts';

const EAN = '7891000315507';
const UPC = '036000291452';

test.each([
  ['AIM prefix of an EAN', `]E0${EAN}`, EAN],
  ['AIM prefix of a code of the shop', ']C0AB-1', 'AB-1'],
  ['UPC-A read as EAN-13', `0${UPC}`, UPC],
  ['EAN-13 read as UPC-A', UPC, `0${UPC}`],
  ['GTIN-14 with indicator 0', `0${EAN}`, EAN],
  ['EAN-13 of a product with a GTIN-14', EAN, `0${EAN}`],
  ['GTIN-14 of a UPC-A', `00${UPC}`, UPC],
  ['EAN-8 in 14 digits', '00000040170725', '40170725'],
  ['GS1 as people write it', `(01)0${EAN}`, EAN],
  ['GS1 as it is read', `010${EAN}`, EAN],
  ['GS1-128', `]C1010${EAN}10AB12`, EAN],
  ['DataMatrix with a GS character', `]d2010${EAN}21123\u001d1727`, EAN],
  ['GS1 that begins with GS', `\u001d010${EAN}\u001d10AB`, EAN],
  ['QR with brackets', `]Q3(01)0${EAN}(10)A1`, EAN],
  ['case that has a code of its own', '17891000315504', '17891000315504'],
])('%s', (_, read, code) => {
  expect(codesOfRead(read)).toContain(code);
});

test.each([
  ['a case is not the piece', '17891000315504', EAN],
  ['a wrong check digit is no code of trade', `0${EAN.slice(0, -1)}8`, `${EAN.slice(0, -1)}8`],
  ['an article with a wrong check digit', `010${EAN.slice(0, -1)}8`, `${EAN.slice(0, -1)}8`],
  ['zeros of a code of the shop mean something', '0101', '101'],
  ['letters after an article', `010${EAN}X`, EAN],
])('%s', (_, read, code) => {
  expect(codesOfRead(read)).not.toContain(code);
});

test('the text itself comes first, and nothing has no code', () => {
  expect(codesOfRead(` 0${EAN} `)[0]).toBe(`0${EAN}`);
  expect(codesOfRead('  ')).toEqual([]);
});

const checked = (body: string) =>
  [...'0123456789'].map((check) => body + check).find((code) => isEan(code)) as string;

test('each way to write an article is read as each other, and all have the check digit', () => {
  const ean = fc.stringMatching(/^[1-9]\d{11}$/).map(checked);
  fc.assert(
    fc.property(ean, (code) => {
      const reads = [code, `0${code}`, `]E0${code}`, `(01)0${code}`, `010${code}`];
      const found = reads.map(codesOfRead);
      expect(found.every((codes) => codes.includes(code) && codes.includes(`0${code}`))).toBe(true);
      expect(codesOfRead(code).every(isEan)).toBe(true);
    }),
    runs,
  );
});

test('a text that is no code of trade is read as it is', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z0-9-]{1,11}$/), (text) => {
      fc.pre(!isEan(text));
      expect(codesOfRead(text)).toEqual([text]);
    }),
    runs,
  );
});
