import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../database/connection.ts';
import { readShop, shopBegan } from '../../database/shop.ts';
import type { Config } from '../../program/config.ts';
import { inWords } from '../../program/error-words.ts';
import type { Log } from '../../program/log.ts';
import { ownCommand } from '../../program/own-command.ts';
import { watched } from '../../program/watched.ts';
import { apartFrom } from '../apart/apart.ts';
import { seeDataFolder } from '../apart/data-folder.ts';
import { failureNote } from '../failure-note.ts';
import { isOf } from '../found-backups.ts';
import type { MadeBackup } from '../make-backup.ts';
import type { OldBackups } from '../old-backups.ts';
import type { OnProgress } from '../progress.ts';
import { upgradePostgres } from '../upgrade-postgres.ts';
import { BackupUnderWay } from '../why-not.ts';
import { type ReadBackups, watchBackups } from './backup-state.ts';
import { type Schedule, scheduleBackups } from './daily-backup.ts';

/** The time that the backup of a large shop takes. */
const LONGEST_WAIT_MS = 30 * 60_000;
const MOST_NAMES = 3;

/** The backups that a server makes without a command: before an upgrade, and every day. */
export function shopBackups(config: Config, log: Log, say: (line: string) => void) {
  const { backupDir, backupMount, backupKeep: keep, dataDir, databaseUrl } = config;
  const note = failureNote(dataDir);
  const disk = apartFrom('backups');
  const place = watched(() =>
    disk.ask('seeBackups', { backupDir, backupMount, tries: keep > 0 }, { log }),
  );
  const dataDisk = apartFrom('data');
  // A hanging disk of the embedded database stops the shop itself.
  const data = databaseUrl
    ? watched(() => dataDisk.ask('seeData', dataDir))
    : () => seeDataFolder(dataDir);
  const make = async (signal?: AbortSignal, onProgress?: OnProgress) => {
    const tools = { log, ...(signal && { signal }), ...(onProgress && { onProgress }) };
    return disk.work('makeBackup', { dataDir, databaseUrl, backupDir, backupMount }, tools);
  };
  const removeOld = (old: OldBackups, signal: AbortSignal) =>
    disk.work('removeOldBackups', old, { log, signal });
  return {
    /** What was last seen of the two disks. */
    disks: { place, data },

    upgradePostgres: () => upgradePostgres({ dataDir, log, make, say }),

    /**
     * Makes a backup before the schema of a database with data changes. Throws, in Portuguese, when there
     * is no backup and the operator has not set UPGRADE_WITHOUT_BACKUP.
     */
    async beforeUpgrade(pending: readonly string[]): Promise<void> {
      const changes = `Esta versão do Balcão muda o banco de dados (${pending.join(', ')}).`;
      if (config.upgradeWithoutBackup) {
        say(`${changes} Sem backup, como pede UPGRADE_WITHOUT_BACKUP.`);
        return;
      }
      say(`${changes} Antes disso, um backup…`);
      try {
        // A disk that hangs is said now, and not waited for.
        await place();
        const { file } = await unlessUnderWay(() => make());
        say(`Backup feito e conferido: ${file}`);
      } catch (error) {
        throw new Error(
          `${changes} Antes disso é preciso um backup, e ele não foi possível: ${inWords(error)}\n` +
            'Nada foi mudado. Resolva isso, ou faça um backup de outro modo e inicie uma vez com UPGRADE_WITHOUT_BACKUP=1.',
          { cause: error },
        );
      }
    },

    /** The schedule of the daily backup, absent when BACKUP_KEEP is 0; their state; what the operator reads. */
    async daily(
      db: Db,
    ): Promise<{ schedule?: Schedule; state: ReadBackups; line: string; warnings: string[] }> {
      const { id: shopId } = await readShop(db);
      // The state says why, where the folder can't be read.
      const found = (await place(true).catch(() => undefined))?.backups ?? [];
      const foreign = found.filter((backup) => !isOf(shopId, backup));
      const since = await shopBegan(db);
      const state = watchBackups({ place, data, note, shopId, keep, since });
      const { failure } = await state();
      const warnings: string[] = [];
      if (foreign.length > 0) {
        const names = foreign.slice(0, MOST_NAMES).map(({ file }) => path.basename(file));
        const more = foreign.length > MOST_NAMES ? ` e mais ${foreign.length - MOST_NAMES}` : '';
        warnings.push(
          `em ${backupDir} há backups que não são desta loja: ${names.join(', ')}${more}`,
        );
      }
      if (failure) warnings.push(failure.reason);
      if (keep === 0) {
        return { state, line: `backups: nenhum automático (${ownCommand('backup')})`, warnings };
      }
      const schedule = scheduleBackups({
        ...{ backupDir, note, shopId, keep, since },
        ...{ place, make, removeOld, log },
      });
      return { schedule, state, line: `backups: um por dia em ${backupDir}`, warnings };
    },
  };
}

/** Waits while another server on the same database makes a backup. */
async function unlessUnderWay(make: () => Promise<MadeBackup>): Promise<MadeBackup> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof BackupUnderWay) || Date.now() > deadline) throw error;
      await sleep(1_000);
    }
  }
}
