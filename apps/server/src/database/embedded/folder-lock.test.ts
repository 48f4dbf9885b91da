import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FolderInUse, lockFolder } from './folder-lock.ts';
import { makeShopFolder } from './testing/shop-folder.ts';

const MODULE = new URL('folder-lock.ts', import.meta.url).href;

/** A process that tries to lock the folder, prints "locked" or "refused", and waits. */
function locker(folder: string) {
  const program = `
    const { lockFolder } = await import(${JSON.stringify(MODULE)});
    try { globalThis.lock = lockFolder(${JSON.stringify(folder)}); console.log('locked'); } catch { console.log('refused'); }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, verdict: once(child.stdout, 'data').then(([chunk]) => String(chunk).trim()) };
}

test('of several simultaneous processes one gets the folder, until it releases it or is killed', async () => {
  const folder = await makeShopFolder();
  await mkdir(folder);
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  expect(() => lockFolder(folder)).toThrow(/já está em execução com a pasta de dados/);
  lock.release();

  const lockers = [1, 2, 3, 4].map(() => locker(folder));
  const verdicts = await Promise.all(lockers.map(({ verdict }) => verdict));
  expect(verdicts.toSorted()).toEqual(['locked', 'refused', 'refused', 'refused']);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  const holder = lockers[verdicts.indexOf('locked')]?.child;
  holder?.kill('SIGKILL');
  if (holder) await once(holder, 'exit');
  lockFolder(folder).release();
});
