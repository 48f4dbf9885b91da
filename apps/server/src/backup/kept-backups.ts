import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';
import { glanceAtFacts } from './backup-file.ts';

const NAME = /^balcao-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.backup$/;

/** The shop's time, since people look for "last Friday's". */
const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: SHOP_TIME_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** A free name for a backup of this moment; the second after it when there is one already. */
export async function freeName(backupDir: string, moment: Date): Promise<string> {
  for (let time = moment.getTime(); ; time += 1_000) {
    const stamp = clock.format(time).replace(' ', 'T').replaceAll(':', '-');
    const file = path.join(backupDir, `balcao-${stamp}.backup`);
    if (!(await stat(file).catch(() => null))) return file;
  }
}

/** The proven backups of a folder, the newest first. */
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

/**
 * When the newest backup was taken; undefined without any. One that says it is of the future was made
 * while the clock was wrong, and tells nothing.
 */
export async function newestBackup(backupDir: string, now: Date): Promise<Date | undefined> {
  let newest: Date | undefined;
  for (const file of await listBackups(backupDir)) {
    const taken = await glanceAtFacts(file).then(
      (facts) => new Date(facts.takenAt),
      () => undefined,
    );
    if (taken && taken <= now && (!newest || taken > newest)) newest = taken;
  }
  return newest;
}

/** Removes all but the newest `keep`; answers what is gone. */
export async function removeOldBackups(backupDir: string, keep: number): Promise<string[]> {
  const old = (await listBackups(backupDir)).slice(keep);
  for (const file of old) await rm(file);
  return old;
}
