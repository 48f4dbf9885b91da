import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUse, lockFolder } from './folder-lock.ts';
import { makeShopFolder } from './testing/shop-folder.ts';

const MODULE = new URL('folder-lock.ts', import.meta.url).href;

/** A process that tries to lock the folder, says "locked" or "refused", and then sits there. */
function locker(folder: string) {
  const program = `
    const { lockFolder } = await import(${JSON.stringify(MODULE)});
    try { lockFolder(${JSON.stringify(folder)}); console.log('locked'); } catch { console.log('refused'); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, verdict: once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()) };
}

test('a locked folder is refused in words until the lock is released', async () => {
  const folder = await makeShopFolder();
  await mkdir(folder);
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(/já está em execução com a pasta de dados/);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  lock.release();
  lockFolder(folder).release();
});

test('kill -9 of its holder frees the folder', async () => {
  const folder = await makeShopFolder();
  await mkdir(folder);
  const { child, verdict } = locker(folder);
  expect(await verdict).toBe('locked');
  expect(() => lockFolder(folder)).toThrow(/já está em execução/);
  child.kill('SIGKILL');
  await once(child, 'exit');
  lockFolder(folder).release();
});

test('of several that come at once exactly one gets the folder', async () => {
  const folder = await makeShopFolder();
  await mkdir(folder);
  const verdicts = await Promise.all([1, 2, 3, 4].map(() => locker(folder).verdict));
  expect(verdicts.sort()).toEqual(['locked', 'refused', 'refused', 'refused']);
});
