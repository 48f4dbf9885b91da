import { expect, it } from 'vitest';
import { axisValue } from './axis-value.ts';

it.each([
  [0, '0'],
  [750, '750'],
  [2.5, '2,5'],
  [3500, '3,5 mil'],
  [10_500, '10,5 mil'],
  [11_250, '11,25 mil'],
  [1_125, '1,125 mil'],
  [120_000, '120 mil'],
  [1_250_000, '1,25 mi'],
])('says %d on an axis as %s, and rounds nothing away', (value, text) => {
  expect(axisValue(value).replace('\u00a0', ' ')).toBe(text);
});
