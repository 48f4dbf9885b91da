import { describe, expect, test } from 'vitest';
import { type Burst, burstWith, endsScan } from './scan-burst.ts';

/** So many keys, so many milliseconds apart, the first at 0. */
function typed(keys: number, apart: number): Burst | undefined {
  let burst: Burst | undefined;
  for (let key = 0; key < keys; key++) burst = burstWith(burst, key * apart);
  return burst;
}

describe('endsScan', () => {
  test.each([
    ['a bar code', 13, 5, true],
    ['the shortest bar code, from a slow scanner', 8, 40, true],
    ['an amount typed by hand', 6, 120, false],
    ['a large amount typed by a very fast hand', 8, 80, false],
    ['a short amount that a program fills in', 4, 1, false],
  ])('in a field: %s', (_, keys, apart, scan) => {
    expect(endsScan(typed(keys, apart), keys * apart, true)).toBe(scan);
  });

  test('on a button one key is enough: nobody types there', () => {
    expect(endsScan(typed(1, 5), 5, false)).toBe(true);
    expect(endsScan(undefined, 5, false)).toBe(false);
  });

  test('a pause ends it', () => {
    expect(endsScan(typed(13, 5), 5_000, false)).toBe(false);
    expect(endsScan(typed(13, 5), 5_000, true)).toBe(false);
    expect(burstWith(typed(13, 5), 5_000)).toEqual({ keys: 1, from: 5_000, last: 5_000 });
  });
});
