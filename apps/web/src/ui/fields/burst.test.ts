import { expect, test } from 'vitest';
import { type Burst, burstWith, scannedBy } from './burst.ts';

/** The first key at 0, each `apart` milliseconds after the one before. */
function typed(text: string, apart: number): Burst | undefined {
  let burst: Burst | undefined;
  for (const [index, key] of [...text].entries()) burst = burstWith(burst, key, index * apart);
  return burst;
}

test.each([
  ['a bar code', '7891234567895', 5, true],
  ['a short code from the slowest scanner', '101', 30, true],
  ['a quick hand', '101', 60, false],
  ['a hand', '101', 120, false],
])('%s', (_, text, apart, scanned) => {
  expect(scannedBy(typed(text, apart), text.length * apart)).toBe(scanned ? text : undefined);
});

test('a key that is late does not end a scan, a pause does', () => {
  const late = burstWith(typed('789123', 5), '4', 25 + 90);
  expect(scannedBy(late, 120)).toBe('7891234');
  expect(burstWith(late, '5', 5_000)).toEqual({ text: '5', from: 5_000, last: 5_000 });
  expect(scannedBy(late, 5_000)).toBeUndefined();
  expect(scannedBy(undefined, 5)).toBeUndefined();
});
