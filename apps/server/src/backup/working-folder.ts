import { existsSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { accountFor } from '../database/embedded/account.ts';
import { findBinaries } from '../database/embedded/binaries.ts';
import { clusterPaths } from '../database/embedded/cluster.ts';
import { FolderInUse, lockFolder } from '../database/embedded/folder-lock.ts';
import { endOrphanBackends, stopOrphanServer } from '../database/embedded/orphans.ts';
import { removeSocketFolder } from '../database/embedded/socket-folder.ts';
import { giveToOwner } from '../program/file-owner.ts';
import { type Log, quietLog } from '../program/log.ts';
import { BackupUnderWay } from './why-not.ts';

export type WorkingFolder = {
  /** The backup while it is not proven. */
  file: string;
  /** A data folder for the scratch server. */
  scratch: string;
};

/**
 * Runs `work` in the one working folder of a backup folder. It is emptied before and after, because an
 * interrupted backup leaves its scratch server running there. Throws BackupUnderWay.
 */
export async function inWorkingFolder<T>(
  backupDir: string,
  log: Log,
  work: (folder: WorkingFolder) => Promise<T>,
): Promise<T> {
  const folder = path.join(backupDir, '.em-andamento');
  const made = await mkdir(folder, { recursive: true });
  // When Node is root, PostgreSQL runs as another user, who has to reach the scratch folder.
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  const lock = lockOrRefuse(folder, backupDir);
  if (made) await giveToOwner(path.dirname(made), [made, backupDir, folder], log);
  await giveToOwner(backupDir, [folder, path.join(folder, 'balcao.lock')], log);
  const working = { file: path.join(folder, 'backup'), scratch: path.join(folder, 'scratch') };
  try {
    await empty(working, log);
    try {
      return await work(working);
    } finally {
      await empty(working, log).catch((error: Error) =>
        log.warn(`Sobrou trabalho inacabado em ${folder}: ${error.message}`),
      );
    }
  } finally {
    lock.release();
  }
}

function lockOrRefuse(folder: string, backupDir: string) {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new BackupUnderWay('Outro backup está em andamento na mesma pasta.');
    }
    const way = `Se outra loja também faz os backups dela em ${backupDir}, dê a cada uma a sua pasta em BACKUP_DIR.`;
    throw new Error(`${(error as Error).message} ${way}`, { cause: error });
  }
}

async function empty({ file, scratch }: WorkingFolder, log: Log): Promise<void> {
  const { home, folder } = clusterPaths(scratch);
  if (existsSync(path.join(folder, 'postmaster.pid'))) {
    const binaries = await findBinaries();
    const account = await accountFor(folder, binaries, scratch, quietLog(log));
    await stopOrphanServer({ folder, binaries, account, log: quietLog(log) });
  }
  await endOrphanBackends(folder);
  await removeSocketFolder(home);
  await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  await rm(file, { force: true });
}
