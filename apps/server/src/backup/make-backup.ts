import { rename, stat } from 'node:fs/promises';
import { syncFolder } from '../database/embedded/durable-folder.ts';
import type { Log } from '../database/embedded/log.ts';
import type { BackupFacts } from './backup-facts.ts';
import { writeBackupFile } from './backup-file.ts';
import { dataFolderTar, findShopFiles } from './data-folder-tar.ts';
import { baseBackup } from './database/base-backup.ts';
import { readFacts } from './database/read-facts.ts';
import { openSource } from './database/source.ts';
import { freeName } from './kept-backups.ts';
import type { OnProgress } from './progress.ts';
import { proveBackup } from './prove-backup.ts';
import { takeWorkingFolder } from './working-folder.ts';

export type BackupOptions = {
  dataDir: string;
  databaseUrl: string | undefined;
  backupDir: string;
  log: Log;
  onProgress?: OnProgress;
  now?: () => Date;
  signal?: AbortSignal;
};

export type MadeBackup = { file: string; bytes: number; facts: BackupFacts };

/**
 * Copies the shop while it sells, restores the copy to a scratch server and compares it with what had been
 * committed. Only then the file gets its name; whatever fails leaves none. Throws BackupUnderWay,
 * BackupNotPossible, or an Error with words.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { backupDir, log, onProgress = () => {} } = options;
  const { now = () => new Date(), signal = new AbortController().signal } = options;
  const working = await takeWorkingFolder(backupDir, log);
  try {
    const takenAt = now();
    const facts = await copyShop(options, { file: working.file, takenAt, onProgress, signal });
    await proveBackup(working.file, working.scratch, { log, onProgress, signal });
    signal.throwIfAborted();
    const file = await freeName(backupDir, takenAt);
    const { size } = await stat(working.file);
    await rename(working.file, file);
    await syncFolder(backupDir);
    return { file, bytes: size, facts };
  } finally {
    await working.release();
  }
}

async function copyShop(
  shop: BackupOptions,
  work: { file: string; takenAt: Date; onProgress: OnProgress; signal: AbortSignal },
): Promise<BackupFacts> {
  const { onProgress, signal } = work;
  const source = await openSource(shop, shop.log);
  try {
    onProgress('copy');
    const takenAt = work.takenAt.toISOString();
    const facts = await readFacts(source.config, { source: source.kind, takenAt });
    const files = await findShopFiles(shop.dataDir, (message) => shop.log.warn(message));
    let all: number | undefined;
    const parts = baseBackup(source.config, (bytes) => (all = bytes), signal);
    async function* watched() {
      let done = 0;
      for await (const part of parts) {
        done += part.chunk.length;
        onProgress('copy', done, all);
        yield part;
      }
    }
    const tar = dataFolderTar([...source.secrets, ...files], watched());
    await writeBackupFile(work.file, facts, tar, signal);
    return facts;
  } finally {
    await source.close();
  }
}
