import { execFileSync } from 'node:child_process';
import { readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/app.ts';
import { openLogFile } from './log-file.ts';

test('a log that grows while the shop is open is put aside, and loses no line', async () => {
  const file = path.join(await temporaryFolder(), 'balcao.log');
  const read = async (name: string) => (await readFile(name, 'utf8').catch(() => '')).split('\n');
  const failures: unknown[] = [];
  const onFailure = (failure: unknown) => failures.push(failure);
  const log = openLogFile(file, { maxBytes: 200, onFailure, onRecovery: onFailure });
  for (let line = 0; line < 40; line++) log.write(`line ${line}\n`);
  await expect.poll(() => read(file)).toHaveLength(41);
  log.write('after\n');
  await expect.poll(() => read(file)).toEqual(['after', '']);
  expect(await read(`${file}.1`)).toHaveLength(41);
  log.write('later\n');
  await expect.poll(() => read(file)).toEqual(['after', 'later', '']);
  expect((await stat(file)).size).toBeLessThan(200);
  for (const name of [file, `${file}.1`]) expect((await stat(name)).mode & 0o077).toBe(0);
  expect(failures).toEqual([]);
});

test('a process whose log has no room ends when it is done', async () => {
  const folder = await temporaryFolder();
  // Writes to it fail with ENOSPC, as on a full disk.
  await symlink('/dev/full', path.join(folder, 'balcao.log'));
  const program = `
    import { openLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
    const log = openLog(${JSON.stringify(folder)});
    let reports = 0;
    process.stderr.write = () => {
      reports++;
      log.info('two');
      process.exitCode = 6 + reports;
    };
    log.info('one');
  `;
  const run = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 20_000,
      stdio: 'pipe',
    });
  expect(run).toThrow(expect.objectContaining({ status: 7 }));
});
