import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { businessDayOf, shopTimeOf } from '@balcao/domain/dates/business-day.ts';
import { type BackupHead, readHead } from './backup-file.ts';
import { namesIn } from './shop-files.ts';
import { readVerified } from './verified-backups.ts';

/**
 * A free name for a backup made at `moment`, or in the next free second. It has the shop's time, because
 * people look for the backup of last Friday.
 */
export function freeName(backupDir: string, shopId: string, moment: Date): string {
  for (let time = moment.getTime(); ; time += 1_000) {
    const at = new Date(time);
    const stamp = `${businessDayOf(at)}T${shopTimeOf(at).replaceAll(':', '-')}`;
    const file = path.join(backupDir, `balcao-${shopId}-${stamp}.backup`);
    if (!existsSync(file)) return file;
  }
}

/**
 * A file that is named like a backup; without a head when it cannot be read as one. `isCut`: its length is not
 * the one that it had. `verifiedAt`: when it was last read from end to end.
 */
export type FoundBackup = {
  file: string;
  head?: BackupHead;
  bytes: number;
  isCut: boolean;
  verifiedAt: Date | undefined;
};

/** The backups of a folder, of any shop, newest first; those without a head come last. */
export async function findBackups(backupDir: string): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  const verified = await readVerified(backupDir);
  for (const name of await namesIn(backupDir)) {
    if (!/^balcao-.*\.backup$/.test(name)) continue;
    const file = path.join(backupDir, name);
    const head = await readHead(file).catch(() => undefined);
    const known = verified[name];
    const { size } = await stat(file);
    const bytes = head?.bytes ?? known?.bytes;
    found.push({
      file,
      ...(head && { head }),
      bytes: size,
      isCut: bytes !== undefined && size !== bytes,
      verifiedAt: known && new Date(known.at),
    });
  }
  return found.sort((one, other) => dateOf(other) - dateOf(one));
}

/** Requires both name and head: another shop's backup copied to our name is not ours. */
export function isOf(shopId: string, { file, head }: FoundBackup): boolean {
  return head?.shopId === shopId && path.basename(file).startsWith(`balcao-${shopId}-`);
}

/**
 * The shop's backups, newest first, also those that were cut, without those dated after `now`, which were made while the clock was
 * wrong.
 */
export async function ownBackups(backupDir: string, shopId: string, now: Date) {
  return ownOf(await findBackups(backupDir), shopId, now);
}

/** The same of backups that were found already. */
export function ownOf(found: readonly FoundBackup[], shopId: string, now: Date) {
  return found
    .filter((backup) => isOf(shopId, backup))
    .map((backup) => ({ ...backup, takenAt: new Date(dateOf(backup)) }))
    .filter(({ takenAt }) => takenAt <= now);
}

function dateOf({ head }: FoundBackup): number {
  return head ? Date.parse(head.takenAt) : Number.NEGATIVE_INFINITY;
}
