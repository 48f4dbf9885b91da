import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from './log.ts';

/** Makes the names in a folder survive a power cut: fsync of a file does not cover its folder entry. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** The text of a file; undefined when it does not exist. */
export function readIfPresent(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

/** Replaces a file as a whole: after a power cut it is the old one or the new one, never a part. */
export async function replaceFile(file: string, content: string, mode = 0o644): Promise<void> {
  // A random name, because servers on one database may share the folder.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    await writeFile(unfinished, content, { mode, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Removes what interrupted work left; its processes may still be writing, hence the retries. */
export async function removeUnfinished(folder: string, prefix: string, log: Log): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const file = path.join(folder, name);
    await rm(file, { recursive: true, force: true, maxRetries: 10 }).catch((error: Error) =>
      log.warn(`Não foi possível remover ${file}: ${error.message}`),
    );
  }
}
