import { type PlaceToSee, seePlace } from '../backup-place.ts';
import type { BackupOptions } from '../make-backup.ts';
import type { OldBackups } from '../old-backups.ts';
import type { Work } from '../progress.ts';
import { seeDataFolder } from './data-folder.ts';

/** What is done apart. What is given and what comes back crosses to another process and back. */
export const tasks = {
  seeBackups: (place: PlaceToSee, { log }: Work) => seePlace(place, log),
  seeData: (dataDir: string) => seeDataFolder(dataDir),
  // Imported on demand: a look every minute needs no PostgreSQL.
  makeBackup: async (given: Omit<BackupOptions, keyof Work>, work: Work) =>
    (await import('../make-backup.ts')).makeBackup({ ...given, ...work }),
  removeOldBackups: async (given: OldBackups, work: Work) =>
    (await import('../old-backups.ts')).removeOldBackups(given, work),
};

export type TaskName = keyof typeof tasks;
export type Given<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type Answer<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
