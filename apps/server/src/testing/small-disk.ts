import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const run = promisify(execFile);

export type SmallDisk = {
  folder: string;
  /** Uses up all space. */
  fill(): Promise<void>;
  /** Frees the space that fill() used. */
  free(): Promise<void>;
};

/**
 * Mounts a small disk (in memory) for one test; returns the reason if this machine does not allow it, since
 * only root may mount. (In a user namespace the lock of a data folder could not be taken.)
 */
export async function smallDisk(megabytes: number): Promise<SmallDisk | { why: string }> {
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
  return { folder, ...ballast(path.join(folder, 'ballast')) };
}

function ballast(file: string): Pick<SmallDisk, 'fill' | 'free'> {
  return {
    async fill() {
      const handle = await open(file, 'a');
      try {
        for (let piece = 4 * 1024 * 1024; piece >= 4096; ) {
          try {
            await handle.write(Buffer.alloc(piece));
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
            piece /= 4;
          }
        }
      } finally {
        await handle.close();
      }
    },
    free: () => rm(file),
  };
}
