import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';

const run = promisify(execFile);

/** `fill` uses up all space; `free` releases it. */
type SmallDisk = { folder: string; fill(): Promise<void>; free(): Promise<void> };

/**
 * Mounts a small disk (in memory) for one test; returns the reason if this machine does not allow it, since
 * only root may mount. (In a user namespace the lock of a data folder could not be taken.)
 */
export async function smallDisk(megabytes: number): Promise<{ why: string } | SmallDisk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'disk-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`];
    await run('mount', [...options, 'tmpfs', folder]);
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    return { why: `needs the right to mount a small disk: ${(stderr || message).trim()}` };
  }
  // Lazily, because a killed process may still use it.
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])));
  const file = path.join(folder, 'ballast');
  return {
    folder,
    fill: () => expect(run('dd', ['if=/dev/zero', `of=${file}`, 'bs=64K'])).rejects.toThrow(),
    free: () => rm(file),
  };
}
