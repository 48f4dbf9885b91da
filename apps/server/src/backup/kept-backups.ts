import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { businessDayOf, shopTimeOf } from '@balcao/domain/business-day.ts';
import { readHead } from './backup-file.ts';
import type { BackupHead } from './backup-head.ts';

/**
 * A free name for a backup of this moment, or of the next second when that one is taken. In the shop's
 * time, since people look for "last Friday's".
 */
export async function freeName(backupDir: string, shopId: string, moment: Date): Promise<string> {
  for (let time = moment.getTime(); ; time += 1_000) {
    const at = new Date(time);
    const stamp = `${businessDayOf(at)}T${shopTimeOf(at).replaceAll(':', '-')}`;
    const file = path.join(backupDir, `balcao-${shopId}-${stamp}.backup`);
    if (!(await stat(file).catch(() => null))) return file;
  }
}

/** A file that is named like a backup. Without a head it could not be read as one. */
export type FoundBackup = { file: string; head?: BackupHead };

/** The backups of a folder, whichever shop's they are, the newest first; what has no head comes last. */
export async function findBackups(backupDir: string): Promise<FoundBackup[]> {
  const names = await readdir(backupDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found: FoundBackup[] = [];
  for (const name of names.filter((each) => /^balcao-.*\.backup$/.test(each))) {
    const file = path.join(backupDir, name);
    const head = await readHead(file).catch(() => undefined);
    found.push({ file, ...(head && { head }) });
  }
  return found.sort((one, other) => dateOf(other) - dateOf(one));
}

/** Both name and head have to say so: a copy of another shop's under our name is still theirs. */
export function isOf(shopId: string, { file, head }: FoundBackup): boolean {
  return head?.shopId === shopId && path.basename(file).startsWith(`balcao-${shopId}-`);
}

/** When the newest backup was taken; undefined when there is none. */
export async function newestBackup(
  backupDir: string,
  shopId: string,
  now: Date,
): Promise<Date | undefined> {
  const [newest] = await countingBackups(backupDir, shopId, now);
  return newest && new Date(dateOf(newest));
}

/** Removes all of the shop's backups but the newest `keep` and `made`, which is new. Answers what is gone. */
export async function removeOldBackups(
  backupDir: string,
  { shopId, keep, made, now }: { shopId: string; keep: number; made: string; now: Date },
): Promise<string[]> {
  const counting = await countingBackups(backupDir, shopId, now);
  const old = counting.slice(keep).flatMap(({ file }) => (file === made ? [] : [file]));
  for (const file of old) await rm(file);
  return old;
}

/** Those of the shop. One that says it is of the future was made while the clock was wrong. */
async function countingBackups(backupDir: string, shopId: string, now: Date) {
  const found = await findBackups(backupDir);
  return found.filter((backup) => isOf(shopId, backup) && dateOf(backup) <= now.getTime());
}

function dateOf({ head }: FoundBackup): number {
  return head ? new Date(head.takenAt).getTime() : Number.NEGATIVE_INFINITY;
}
