import { keptCode } from '@balcao/domain/kept-sale.ts';
import { expect, test } from 'vitest';
import { moduleMm } from './barcode.tsx';
import { code128 } from './code-128.ts';

/** Start B, V, to code set C, 49, 87, check, stop: as a decoder has read it from the printed paper. */
const V4987 =
  '11010010000 11101011000 10111011110 11010001110 11110010100 11101100100 1100011101011';

test('encodes a sale as Code 128: a letter, then two digits a character', () => {
  const { width, bars } = code128('V4987');
  const modules = Array<string>(width).fill('0');
  for (const bar of bars) modules.fill('1', bar.x, bar.x + bar.width);
  expect(modules.join('')).toBe(V4987.replaceAll(' ', ''));
});

test('the largest number fits a roll of 58 mm', () => {
  const { width, bars } = code128('V999999999');
  expect(width).toBe(112);
  expect(Math.min(...bars.map((bar) => bar.width))).toBe(1);
});

test('the key of a kept sale has two digits a character, and fits a roll of 80 mm with two dots a bar', () => {
  const { width } = code128(keptCode('ffffffff-ffff-4fff-bfff-ffffffffffff'));
  // Start, 20 pairs, check and stop.
  expect(width).toBe(11 * 22 + 13);
  expect(width * moduleMm(width)).toBeLessThan(72);
});
