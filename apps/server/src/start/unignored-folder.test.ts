import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/app.ts';
import { unignoredFolder } from './unignored-folder.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

test('a data folder in a clone that git would clean away is said, and ours by their usual names are not', async () => {
  const clone = await temporaryFolder();
  const shop = path.join(clone, 'loja');
  await mkdir(shop);
  expect(await unignoredFolder(shop)).toBeUndefined();
  execFileSync('git', ['init', '--quiet', clone]);
  expect(await unignoredFolder(shop)).toContain(`está no clone ${clone}`);
  await writeFile(path.join(clone, '.gitignore'), '/loja/\n');
  expect(await unignoredFolder(shop)).toBeUndefined();
  for (const name of ['data', 'data-new', 'data-0.3.0', 'data-restaurada-2']) {
    expect(await unignoredFolder(path.join(ROOT, name))).toBeUndefined();
  }
  expect(await unignoredFolder(path.join(ROOT, 'loja'))).toContain('git clean');
});
