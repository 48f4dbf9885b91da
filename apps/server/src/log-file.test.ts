import { execFileSync } from 'node:child_process';
import { readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLogFile } from './log-file.ts';
import { temporaryFolder } from './testing/another-app.ts';

test('lines that the disk does not take are lost, said once and counted; then it goes on', async () => {
  const file = path.join(await temporaryFolder(), 'balcao.log');
  // Takes no byte, as a full disk does: ENOSPC.
  await symlink('/dev/full', file);
  const troubles: string[] = [];
  const lost: number[] = [];
  const log = openLogFile(file, {
    onTrouble: ({ message }) => troubles.push(message),
    onWell: (count) => lost.push(count),
  });
  onTestFinished(() => log.close());
  log.write('one\n');
  await expect.poll(() => troubles).toHaveLength(1);
  log.write('two\n');
  log.write('three\n');
  // The room comes with a file that has some.
  await rm(file);
  log.reopen();
  for (let line = 0; lost.length === 0; line++) {
    log.write(`after ${line}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(troubles).toEqual([expect.stringContaining('ENOSPC')]);
  expect(lost[0]).toBeGreaterThanOrEqual(1);
  await expect.poll(() => readFile(file, 'utf8')).toMatch(/^after \d+\n/m);
});

test('a process whose log has no room ends when it is done', async () => {
  const file = path.join(await temporaryFolder(), 'balcao.log');
  await symlink('/dev/full', file);
  const program = `
    import { openLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
    const log = openLog(${JSON.stringify(path.dirname(file))});
    process.stderr.write = () => {
      log.info('two');
      process.exit(7);
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
