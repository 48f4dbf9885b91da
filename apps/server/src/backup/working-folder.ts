import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { chooseAccount } from '../database/embedded/account.ts';
import { findBinaries } from '../database/embedded/binaries.ts';
import { clusterPaths } from '../database/embedded/cluster.ts';
import { FolderInUse, type FolderLock, lockFolder } from '../database/embedded/folder-lock.ts';
import { endOrphans, stopLeftOver } from '../database/embedded/left-over.ts';
import type { Log } from '../database/embedded/log.ts';
import { findLauncher } from '../database/embedded/reach.ts';
import { removeSocketFolder } from '../database/embedded/socket-folder.ts';

/** Another backup is being made in the same folder, by this process or another. */
export class BackupUnderWay extends Error {}

export type WorkingFolder = {
  /** For the file while it is not proven good. */
  file: string;
  /** A data folder for the scratch server. */
  scratch: string;
  release(): Promise<void>;
};

/**
 * Takes the one place for unfinished work in a backup folder, and clears away what an interrupted backup
 * left there, its scratch server included. Throws BackupUnderWay.
 */
export async function takeWorkingFolder(backupDir: string, log: Log): Promise<WorkingFolder> {
  const folder = path.join(backupDir, '.em-andamento');
  await mkdir(folder, { recursive: true });
  // As root PostgreSQL runs as another user, who has to get through to the scratch folder.
  if (process.getuid?.() === 0) await chmod(folder, 0o711);
  const lock = lockOrRefuse(folder);
  const working = { file: path.join(folder, 'backup'), scratch: path.join(folder, 'scratch') };
  try {
    await clear(working, log);
  } catch (error) {
    lock.release();
    throw error;
  }
  return {
    ...working,
    async release() {
      await clear(working, log).catch((error: Error) =>
        log.warn(`Sobrou trabalho inacabado em ${folder}: ${error.message}`),
      );
      lock.release();
    },
  };
}

function lockOrRefuse(folder: string): FolderLock {
  try {
    return lockFolder(folder);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new BackupUnderWay('Outro backup está em andamento na mesma pasta.');
  }
}

async function clear(working: { file: string; scratch: string }, log: Log): Promise<void> {
  await stopScratch(working.scratch, log);
  await rm(working.scratch, { recursive: true, force: true, maxRetries: 10 });
  await rm(working.file, { force: true });
}

/** A server outlives the process that started it when that is killed. */
async function stopScratch(scratch: string, log: Log): Promise<void> {
  const { home, folder } = clusterPaths(scratch);
  if (!(await stat(path.join(folder, 'postmaster.pid')).catch(() => null))) return;
  const binaries = await findBinaries();
  const quiet: Log = { ...log, warn: log.info };
  const launcher = await findLauncher(await chooseAccount(folder), binaries, scratch, quiet);
  await stopLeftOver({ folder, binaries, launcher, log: quiet });
  await endOrphans(folder);
  await removeSocketFolder(home);
}
