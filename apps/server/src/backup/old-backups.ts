import { rm } from 'node:fs/promises';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { ownBackups } from './found-backups.ts';
import type { Work } from './progress.ts';
import { isWhole } from './verified-backups.ts';

export type OldBackups = {
  backupDir: string;
  shopId: string;
  keep: number;
  now: Date;
  /** It stays even if the clock was put back and makes it look old. */
  made: string;
};

/**
 * Removes the backups older than the whole ones of `keep` days, of which one may have several by hand. A broken one
 * does not count, and stays. Returns the removed files.
 */
export async function removeOldBackups(
  { backupDir, shopId, keep, now, made }: OldBackups,
  { signal, log }: Pick<Work, 'signal' | 'log'>,
): Promise<string[]> {
  const old: string[] = [];
  const days = new Set<string>();
  for (const { file, isCut, takenAt } of await ownBackups(backupDir, shopId, now)) {
    const day = businessDayOf(takenAt);
    if (days.size === keep && !days.has(day)) old.push(file);
    else if (!isCut && (await isWhole(file, now, signal))) days.add(day);
    else log.warn(`${file} está cortado ou danificado, e não conta.`);
  }
  const removed = old.filter((each) => each !== made);
  for (const each of removed) await rm(each);
  return removed;
}
