import { expect, it } from 'vitest';
import { niceTicks } from './nice-ticks.ts';

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
