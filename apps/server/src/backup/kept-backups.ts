import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { businessDayOf, shopTimeOf } from '@balcao/domain/business-day.ts';
import { glanceAtFacts } from './backup-file.ts';

const NAME = /^balcao-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/;

/**
 * A free name for a backup of this moment, in the shop's time since people look for "last Friday's"; the
 * second after it when there is one already.
 */
export async function freeName(backupDir: string, moment: Date): Promise<string> {
  for (let time = moment.getTime(); ; time += 1_000) {
    const at = new Date(time);
    const stamp = `${businessDayOf(at)}T${shopTimeOf(at).replaceAll(':', '-')}`;
    const file = path.join(backupDir, `balcao-${stamp}.backup`);
    if (!(await stat(file).catch(() => null))) return file;
  }
}

/** The proven backups of a folder, the last by name first. */
export async function listBackups(backupDir: string): Promise<string[]> {
  const names = await readdir(backupDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => path.join(backupDir, name));
}

/** When the newest backup was taken; undefined without any. */
export async function newestBackup(backupDir: string, now: Date): Promise<Date | undefined> {
  const [newest] = await datedBackups(backupDir, now);
  return newest?.takenAt;
}

/**
 * Removes all but the newest `keep`, and never `made`, which has just been made; answers what is gone. What
 * cannot be dated is left to people.
 */
export async function removeOldBackups(
  backupDir: string,
  { keep, made, now }: { keep: number; made: string; now: Date },
): Promise<string[]> {
  const dated = await datedBackups(backupDir, now);
  const old = dated.slice(keep).flatMap(({ file }) => (file === made ? [] : [file]));
  for (const file of old) await rm(file);
  return old;
}

/**
 * The backups by when they were taken, the newest first. One that says it is of the future was made while
 * the clock was wrong, and tells nothing until its time has come.
 */
async function datedBackups(
  backupDir: string,
  now: Date,
): Promise<{ file: string; takenAt: Date }[]> {
  const dated: { file: string; takenAt: Date }[] = [];
  for (const file of await listBackups(backupDir)) {
    const facts = await glanceAtFacts(file).catch(() => undefined);
    const takenAt = new Date(facts?.takenAt ?? Number.NaN);
    if (takenAt <= now) dated.push({ file, takenAt });
  }
  return dated.sort((one, other) => other.takenAt.getTime() - one.takenAt.getTime());
}
