import type { Config } from '../config.ts';
import type { Connection } from '../database/connection.ts';
import type { Log } from '../database/embedded/log.ts';
import { backUpBeforeUpgrade } from './before-upgrade.ts';
import { BackupNotPossible, openServerSource } from './database/server-source.ts';
import { shopBegan } from './database/shop-began.ts';
import { makeBackup } from './make-backup.ts';
import { lastFailure, type Schedule, scheduleBackups } from './schedule.ts';

/** The backups that a server makes by itself: before an upgrade, and one a day. */
export function shopBackups(config: Config, log: Log) {
  const { backupDir, backupKeep: keep } = config;
  const make = (signal?: AbortSignal) => makeBackup({ ...config, log, ...(signal && { signal }) });
  return {
    beforeUpgrade: (pending: readonly string[], tell: (line: string) => void): Promise<void> =>
      backUpBeforeUpgrade(pending, { make, without: config.upgradeWithoutBackup, tell }),

    /** The daily one, unless BACKUP_KEEP or the server rule it out, and what to tell the operator. */
    async daily({ db }: Pick<Connection, 'db'>): Promise<{ schedule?: Schedule; words: string[] }> {
      if (keep === 0) return { words: ['backups: nenhum é feito sozinho (npm run backup)'] };
      const trouble = await whyNot(config.databaseUrl);
      if (trouble) return { words: [`backups: nenhum é feito sozinho. ${trouble}`] };
      const failure = await lastFailure(backupDir);
      return {
        schedule: scheduleBackups({ backupDir, keep, since: await shopBegan(db), make, log }),
        words: [`backups: um por dia em ${backupDir}`, ...(failure ? [`ATENÇÃO: ${failure}`] : [])],
      };
    },
  };
}

async function whyNot(databaseUrl: string | undefined): Promise<string | undefined> {
  if (databaseUrl === undefined) return undefined;
  try {
    const source = await openServerSource(databaseUrl);
    await source.close();
    return undefined;
  } catch (error) {
    if (error instanceof BackupNotPossible) return error.message;
    throw error;
  }
}
