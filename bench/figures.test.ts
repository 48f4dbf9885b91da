import { expect, test } from 'vitest';
import { isReached, median, quantile, ratio } from './figures.ts';

test('the median lies in the middle, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([10, 20, 30, 40, 50], 0.95)).toBeCloseTo(48);
});

test('a ratio is taken round by round and judged by its median', () => {
  const ours = { name: 'ours', unit: 'per s', rounds: [80, 40, 300] };
  const limit = { name: 'limit', unit: 'per s', rounds: [100, 80, 400] };
  const share = ratio('ours of the limit', ours, limit, { atLeast: 0.7 });
  expect(share.rounds).toEqual([0.8, 0.5, 0.75]);
  expect(isReached(share)).toBe(true);
  expect(isReached({ ...share, reach: { atLeast: 0.76 } })).toBe(false);
  expect(isReached({ ...share, reach: { atMost: 0.74 } })).toBe(false);
  expect(isReached({ name: 'without a reach', rounds: [9] })).toBe(true);
});
