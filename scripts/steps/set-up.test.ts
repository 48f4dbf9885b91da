import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneAtATime } from './set-up.mjs';

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'set-up-'));
  lock = join(folder, 'lock');
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('two at once work one after the other', async () => {
  const steps: string[] = [];
  const work = (name: string) =>
    oneAtATime(lock, async () => {
      steps.push(`${name} begins`);
      await wait(50);
      steps.push(`${name} ends`);
    });
  await Promise.all([work('a'), work('b')]);
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('work that fails frees the lock', async () => {
  await expect(oneAtATime(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a killed process is taken over', async () => {
  writeFileSync(lock, '');
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(lock, longAgo, longAgo);
  expect(await oneAtATime(lock, async () => 'done')).toBe('done');
});
