import type { Config } from '../config.ts';
import type { Connection } from '../database/connection.ts';
import type { Log } from '../database/embedded/log.ts';
import { backUpBeforeUpgrade } from './before-upgrade.ts';
import { shopBegan } from './database/shop-began.ts';
import { makeBackup } from './make-backup.ts';
import { lastFailure, type Schedule, scheduleBackups } from './schedule.ts';

/** The backups that a server makes by itself: before an upgrade, and one a day. */
export function shopBackups(config: Config, log: Log) {
  const make = (signal?: AbortSignal) => makeBackup({ ...config, log, ...(signal && { signal }) });
  return {
    beforeUpgrade: (pending: readonly string[], tell: (line: string) => void): Promise<void> =>
      backUpBeforeUpgrade(pending, { make, without: config.upgradeWithoutBackup, tell }),

    /** Undefined where BACKUP_KEEP turns them off. */
    async daily({ db }: Pick<Connection, 'db'>): Promise<Schedule | undefined> {
      const { backupDir, backupKeep: keep } = config;
      if (keep === 0) return undefined;
      return scheduleBackups({ backupDir, keep, since: await shopBegan(db), make, log });
    },

    /** For whoever starts the server. */
    async words(): Promise<string[]> {
      const failure = await lastFailure(config.backupDir);
      return [
        config.backupKeep === 0
          ? 'backups: nenhum é feito sozinho; faça com npm run backup'
          : `backups: um por dia em ${config.backupDir}`,
        ...(failure ? [`ATENÇÃO: ${failure}`] : []),
      ];
    },
  };
}
