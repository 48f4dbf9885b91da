import { expect, it } from 'vitest';
import { axisValue, niceTicks } from './bars.tsx';

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

it.each<[number[], number[]]>([
  [[0], [0]],
  [[], [0]],
  [
    [4_137.2, 900],
    [0, 1_000, 2_000, 3_000, 4_000, 5_000],
  ],
  [[5_000], [0, 1_000, 2_000, 3_000, 4_000, 5_000]],
  [[0.9], [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [[12_001], [0, 2_500, 5_000, 7_500, 10_000, 12_500]],
  [
    [-120, 300],
    [-200, -100, 0, 100, 200, 300],
  ],
  [[-80], [-80, -60, -40, -20, 0]],
])('puts round amounts beside %o', (values, ticks) => {
  expect(niceTicks(values)).toEqual(ticks);
});
