import { execFileSync } from 'node:child_process';
import { closeSync, openSync, read, readdirSync, readlinkSync, readSync } from 'node:fs';
import { readFile, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/another-app.ts';
import { openLogFile } from './log-file.ts';

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

/** What this process has open in a folder. */
function openIn(folder: string): string[] {
  const names = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return [];
    }
  });
  return names.filter((name) => name.startsWith(folder)).map((name) => path.relative(folder, name));
}

test('put aside twice while one write hangs, only the newest file stays open', async () => {
  const folder = await temporaryFolder();
  const file = path.join(folder, 'balcao.log');
  // Takes 64 KiB, and the rest when somebody reads.
  execFileSync('mkfifo', [file]);
  const slow = openSync(file, 'r+');
  onTestFinished(() => closeSync(slow));
  const lost: unknown[] = [];
  const log = openLogFile(file, {
    onTrouble: (error) => lost.push(error),
    onWell: (count) => lost.push(count),
  });
  const line = `${'x'.repeat(200_000)}\n`;
  log.write(line);
  // One byte: the write is under way.
  const byte = Buffer.alloc(1);
  await new Promise((resolve) => read(slow, byte, 0, 1, null, resolve));
  await rename(file, `${file}.1`);
  log.reopen();
  await rename(file, `${file}.2`);
  log.reopen();
  log.write('after\n');
  expect(openIn(folder).toSorted()).toEqual(['balcao.log', 'balcao.log.1', 'balcao.log.1']);
  const rest = Buffer.alloc(line.length);
  for (let taken = 1; taken < line.length; ) taken += readSync(slow, rest);
  await expect.poll(() => readFile(file, 'utf8')).toBe('after\n');
  // One is the reader's.
  expect(openIn(folder).toSorted()).toEqual(['balcao.log', 'balcao.log.1']);
  expect(lost).toEqual([]);
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
