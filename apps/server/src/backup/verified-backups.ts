import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readIfPresent, replaceFile } from '../program/durable-file.ts';
import { BadBackupFile, checkFile } from './backup-file.ts';

/** A file that was read from end to end, and what it was like then. */
export type Verified = { at: string; bytes: number; changedAt: number };

/** By the name of the file. */
export type VerifiedFiles = Readonly<Record<string, Verified>>;

const noteIn = (backupDir: string) => path.join(backupDir, 'conferidos.json');

/** An unreadable list counts as empty: the files are then read again. */
export async function readVerified(backupDir: string): Promise<VerifiedFiles> {
  try {
    return Object(JSON.parse((await readIfPresent(noteIn(backupDir))) ?? '{}'));
  } catch {
    return {};
  }
}

/** Notes that a file is whole, and forgets those that are there no more. */
export async function noteVerified(file: string, at: Date): Promise<void> {
  const backupDir = path.dirname(file);
  const { size: bytes, mtimeMs: changedAt } = await stat(file);
  const others = Object.entries(await readVerified(backupDir)).map(async ([name, known]) => {
    const isThere = await stat(path.join(backupDir, name)).catch(() => undefined);
    return isThere && ([name, known] as const);
  });
  const kept = (await Promise.all(others)).filter((each) => each !== undefined);
  const all = {
    ...Object.fromEntries(kept),
    [path.basename(file)]: { at: at.toISOString(), bytes, changedAt },
  };
  await replaceFile(noteIn(backupDir), `${JSON.stringify(all, null, 2)}\n`);
}

/** Whether a backup is whole. It is read from end to end unless that was done before, and the file is the same. */
export async function isWhole(file: string, now: Date, signal: AbortSignal): Promise<boolean> {
  const known = (await readVerified(path.dirname(file)))[path.basename(file)];
  const { size, mtimeMs } = await stat(file);
  if (known?.bytes === size && known.changedAt === mtimeMs) return true;
  try {
    await checkFile(file, () => {}, signal);
  } catch (error) {
    if (error instanceof BadBackupFile) return false;
    throw error;
  }
  await noteVerified(file, now);
  return true;
}
