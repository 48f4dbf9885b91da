import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/another-app.ts';
import { openLog } from './log.ts';

test('a log that grows while the shop is open is put aside, and loses no line', async () => {
  const dataDir = await temporaryFolder();
  const file = path.join(dataDir, 'balcao.log');
  const read = async (name: string) => (await readFile(name, 'utf8').catch(() => '')).split('\n');
  const log = openLog(dataDir, { maxBytes: 2_000, lookEveryMs: 20 });
  for (let line = 0; line < 40; line++) log.info(`line ${line}`);
  await expect.poll(() => read(`${file}.1`), { timeout: 20_000 }).toHaveLength(41);
  log.info('after');
  const lines = async () => [...(await read(`${file}.1`)), ...(await read(file))].join('\n');
  await expect.poll(lines, { timeout: 20_000 }).toContain('after');
  // The file put aside was closed: what comes now goes to the new one.
  await expect
    .poll(
      async () => {
        log.info('later');
        return (await read(file)).join('\n');
      },
      { timeout: 20_000 },
    )
    .toContain('later');
  expect((await stat(file)).size).toBeLessThan(2_000);
});
