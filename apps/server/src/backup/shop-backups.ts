import path from 'node:path';
import type { Connection } from '../database/connection.ts';
import type { Log } from '../database/embedded/log.ts';
import { readShop } from '../database/shop.ts';
import type { Config } from '../program/config.ts';
import { backUpBeforeUpgrade } from './before-upgrade.ts';
import { shopBegan } from './database/shop-began.ts';
import { findBackups, isOf } from './kept-backups.ts';
import { makeBackup } from './make-backup.ts';
import { lastFailure, type Schedule, scheduleBackups } from './schedule.ts';
import { upgradePostgres } from './upgrade-postgres.ts';

/** The backups that a server makes on its own: one before an upgrade, and one a day. */
export function shopBackups(config: Config, log: Log) {
  const { backupDir, backupKeep: keep } = config;
  const make = (signal?: AbortSignal) => makeBackup({ ...config, log, ...(signal && { signal }) });
  return {
    beforeUpgrade: (pending: readonly string[], tell: (line: string) => void): Promise<void> =>
      backUpBeforeUpgrade(pending, { make, without: config.upgradeWithoutBackup, tell }),

    upgradePostgres: (tell: (line: string) => void): Promise<void> =>
      upgradePostgres({ dataDir: config.dataDir, log, make, tell }),

    /** The schedule of the daily backup, unless BACKUP_KEEP rules it out, and lines for the operator. */
    async daily({ db }: Pick<Connection, 'db'>): Promise<{ schedule?: Schedule; words: string[] }> {
      const { id: shopId } = await readShop(db);
      const since = await shopBegan(db);
      const found = await findBackups(backupDir);
      const strange = found.filter((backup) => !isOf(shopId, backup));
      const failure = await lastFailure(backupDir);
      const warnings = [
        ...(strange.length > 0
          ? [
              `ATENÇÃO: em ${backupDir} há backups que não são desta loja: ${names(strange.map(({ file }) => file))}`,
            ]
          : []),
        ...(failure ? [`ATENÇÃO: ${failure}`] : []),
      ];
      if (keep === 0) {
        return { words: ['backups: nenhum automático (npm run backup)', ...warnings] };
      }
      const schedule = scheduleBackups({ backupDir, shopId, keep, since, make, log });
      return { schedule, words: [`backups: um por dia em ${backupDir}`, ...warnings] };
    },
  };
}

const MOST_NAMES = 3;

function names(files: string[]): string {
  const shown = files.slice(0, MOST_NAMES).map((file) => path.basename(file));
  const more = files.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` e mais ${more}` : '');
}
