import { appendFile, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { tailServerLog, trimServerLog } from './server-log.ts';
import { makeShopFolder } from './testing/shop-folder.ts';

test('a full log is set aside once, and its writer goes on in the empty one', async () => {
  const dataDir = await makeShopFolder();
  await mkdir(dataDir);
  const file = join(dataDir, 'postgres.log');
  const writer = await open(file, 'a');
  onTestFinished(() => writer.close());
  await writer.write('old lines');
  await trimServerLog(file, 9);
  expect(await readFile(file, 'utf8')).toBe('old lines');
  await trimServerLog(file, 8);
  await writer.write('new lines');
  expect(await readFile(file, 'utf8')).toBe('new lines');
  expect(await readFile(`${file}.1`, 'utf8')).toBe('old lines');
});

test('the tail holds the last lines written since the given byte', async () => {
  const dataDir = await makeShopFolder();
  await mkdir(dataDir);
  const file = join(dataDir, 'postgres.log');
  await writeFile(file, 'before\n');
  await appendFile(file, [1, 2, 3, 4, 5, 6].join('\n'));
  expect(await tailServerLog(file, 7)).toBe('2\n3\n4\n5\n6');
  expect(await tailServerLog(file, 15)).toBe('5\n6');
});
