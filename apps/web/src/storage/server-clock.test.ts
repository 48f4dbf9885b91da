import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { noteServerTime, timeNow, today } from './server-clock.ts';

const of = (date: string) => new Headers({ date });

afterEach(() => {
  vi.useRealTimers();
  noteServerTime(of(new Date().toUTCString()));
});

test('today is the day of the last response, whatever the computer says', () => {
  vi.useFakeTimers({ now: new Date('2020-05-05T15:00:00Z') });
  // The evening of the 27th in the shop.
  noteServerTime(of('Sat, 28 Nov 2026 02:59:00 GMT'));
  expect(today()).toBe('2026-11-27');
  vi.advanceTimersByTime(2 * 60_000);
  expect(today()).toBe('2026-11-28');
  expect(timeNow()).toEqual(new Date('2026-11-28T03:01:00Z'));
  // The clock is put right: the next response says so.
  vi.setSystemTime(new Date('2026-11-28T15:00:00Z'));
  noteServerTime(of('Sat, 28 Nov 2026 15:00:00 GMT'));
  expect(today()).toBe('2026-11-28');
});

test('a response without a date, or with none that can be read, changes nothing', () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T15:00:00Z') });
  noteServerTime(of('Mon, 02 Mar 2026 15:00:00 GMT'));
  noteServerTime(new Headers());
  noteServerTime(of('ontem'));
  expect(today()).toBe('2026-03-02');
});

/** They measure how long something takes, between two moments of this computer. */
const DURATIONS = [
  'app/lock/idle-lock.ts',
  'app/menu/sign-out.ts',
  'features/auth/login-page.tsx',
  'features/counter/client-screen/client-screen-page.tsx',
  'features/counter/finish/use-finish.tsx',
  'features/counter/sale/counter-store.ts',
  'features/stock/count/count-page.tsx',
  'features/stock/count/use-reads.ts',
  'storage/unsaved-input.ts',
  'ui/fields/kept-keys.ts',
];

test('no screen asks the clock of the computer what day or time it is', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !file.includes('.test.') && file !== 'storage/server-clock.ts',
  );
  const asking = files.filter((file) =>
    /new Date\(\)|Date\.now\(\)/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(asking.toSorted()).toEqual(DURATIONS);
});
