import { randomBytes } from 'node:crypto';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Makes the names in a folder survive a power cut: fsync of a file does not cover its folder entry. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
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
