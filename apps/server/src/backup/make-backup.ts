import { mkdir, rename, stat } from 'node:fs/promises';
import { syncFolder } from '../database/embedded/durable-folder.ts';
import type { Log } from '../database/embedded/log.ts';
import { checkFile, writeBackupFile } from './backup-file.ts';
import type { BackupHead } from './backup-head.ts';
import { type Part, writeParts } from './body.ts';
import { withClient } from './database/client.ts';
import { loadBackup } from './database/load-backup.ts';
import { inNewDatabase } from './database/new-database.ts';
import { openSource } from './database/source.ts';
import { takeSnapshot } from './database/take-snapshot.ts';
import { freeName } from './kept-backups.ts';
import type { OnProgress } from './progress.ts';
import { readShopFiles } from './shop-files.ts';
import { BALCAO_VERSION } from './version.ts';
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

export type MadeBackup = { file: string; bytes: number; head: BackupHead };

type Work = { onProgress: OnProgress; signal: AbortSignal; log: Log };

/**
 * Copies the shop while it sells, restores the copy to a scratch database and compares it. Only then does
 * the file get its name; if anything fails, there is no file. Throws BackupUnderWay, or an Error with words.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { backupDir, log, onProgress = () => {} } = options;
  const { now = () => new Date(), signal = new AbortController().signal } = options;
  const work = { onProgress, signal, log };
  const working = await takeWorkingFolder(backupDir, log);
  try {
    const takenAt = now();
    const head = await copyShop(options, working.file, takenAt, work);
    await proveBackup(working.file, working.scratch, work);
    signal.throwIfAborted();
    const file = await freeName(backupDir, head.shopId, takenAt);
    const { size } = await stat(working.file);
    await rename(working.file, file);
    await syncFolder(backupDir);
    return { file, bytes: size, head };
  } finally {
    await working.release();
  }
}

async function copyShop(
  shop: BackupOptions,
  file: string,
  takenAt: Date,
  { onProgress, signal, log }: Work,
): Promise<BackupHead> {
  // Before the database: audit.head says how far the audit has come, and the copy must not be behind it.
  const files = await readShopFiles(shop.dataDir, (message) => log.warn(message));
  const source = await openSource(shop, log);
  try {
    onProgress('copy');
    return await withClient(source.config, signal, async (client) => {
      const { head: facts, tables } = await takeSnapshot(client);
      const head = { takenAt: takenAt.toISOString(), balcao: BALCAO_VERSION, ...facts };
      async function* parts(): AsyncGenerator<Part> {
        for (const { name, content } of files) yield { kind: 'file', name, content: once(content) };
        yield* tables;
      }
      async function* watched() {
        let done = 0;
        for await (const chunk of writeParts(parts())) {
          done += chunk.length;
          onProgress('copy', done);
          yield chunk;
        }
      }
      await writeBackupFile(file, head, watched(), signal);
      return head;
    });
  } finally {
    await source.close();
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

/** A backup is what has been restored: into a scratch database in the folder `scratch`. */
export async function proveBackup(file: string, scratch: string, work: Work): Promise<void> {
  const { onProgress, signal } = work;
  const head = await checkFile(file, (done, all) => onProgress('check', done, all), signal);
  await mkdir(scratch, { mode: 0o755 });
  await inNewDatabase(scratch, work, (client) => loadBackup(client, { file, head }, work));
}
