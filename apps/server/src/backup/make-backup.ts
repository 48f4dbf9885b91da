import { mkdir, rename, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import manifest from '../../package.json' with { type: 'json' };
import { openAsOwner, refuseWithoutShop } from '../database/open/open-as-owner.ts';
import { inNewDatabase, withClient } from '../database/open/single-connection.ts';
import { syncFolder } from '../program/durable-file.ts';
import { giveToOwner } from '../program/file-owner.ts';
import { type BackupHead, checkFile, writeBackupFile } from './backup-file.ts';
import { type Part, writeParts } from './backup-frames.ts';
import { type BackupPlace, tryBackupPlace } from './backup-place.ts';
import { freeName } from './found-backups.ts';
import { type CheckedBackup, loadShop } from './load-shop.repository.ts';
import type { Work } from './progress.ts';
import { readShopFiles } from './shop-files.ts';
import { takeSnapshot } from './snapshot.repository.ts';
import { noteVerified } from './verified-backups.ts';
import { inWorkingFolder } from './working-folder.ts';

export type BackupOptions = Pick<Work, 'log'> &
  Partial<Work> &
  Partial<Pick<BackupPlace, 'backupMount'>> & {
    dataDir: string;
    databaseUrl: string | undefined;
    backupDir: string;
  };

export type MadeBackup = CheckedBackup & { bytes: number };

/**
 * Copies the shop while it sells, restores the copy to a scratch database and compares it. The file gets
 * its name after that; if anything fails, no file remains. Throws BackupUnderWay, or an Error in Portuguese.
 */
export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { backupDir, backupMount, log } = options;
  // Before the working folder, whose mkdir says of a disk that can only be read that the folder is not there.
  await tryBackupPlace({ backupDir, backupMount }, log).catch(async (error) => {
    // The folder above the backups is usually that of the data.
    if (error.code === 'ENOENT') await refuseWithoutShop(options);
    throw error;
  });
  const work: Work = { onProgress: () => {}, signal: new AbortController().signal, ...options };
  return inWorkingFolder(backupDir, log, async (working) => {
    const takenAt = new Date();
    const head = await copyShop(options, working.file, takenAt, work);
    await proveBackup(working.file, working.scratch, work);
    work.signal.throwIfAborted();
    const file = freeName(backupDir, head.shopId, takenAt);
    const { size } = await stat(working.file);
    await giveToOwner(backupDir, [working.file], log);
    await rename(working.file, file);
    await syncFolder(backupDir);
    await noteVerified(file, new Date());
    return { file, bytes: size, head };
  });
}

async function copyShop(
  shop: BackupOptions,
  file: string,
  takenAt: Date,
  { onProgress, signal, log }: Work,
): Promise<BackupHead> {
  // Read before the database: audit.head names the last audit row, which the copy has to contain.
  const files = await readShopFiles(shop.dataDir, log);
  const owner = await openAsOwner(shop, log);
  try {
    onProgress('copy');
    return await withClient(owner.config, signal, async (client) => {
      const { head: facts, tables } = await takeSnapshot(client);
      const head = { takenAt: takenAt.toISOString(), balcao: manifest.version, ...facts };
      async function* parts(): AsyncGenerator<Part> {
        for (const { name, content } of files) {
          yield { kind: 'file', name, content: Readable.from([content]) };
        }
        yield* tables;
      }
      async function* reported() {
        let done = 0;
        for await (const chunk of writeParts(parts())) {
          done += chunk.length;
          onProgress('copy', done);
          yield chunk;
        }
      }
      await writeBackupFile(file, head, reported(), signal);
      return head;
    });
  } finally {
    await owner.close();
  }
}

/** Restores a backup into a scratch database in the folder `scratch`. Throws when the two differ. */
export async function proveBackup(file: string, scratch: string, work: Work): Promise<void> {
  const { onProgress, signal } = work;
  const head = await checkFile(file, (done, all) => onProgress('check', done, all), signal);
  await mkdir(scratch, { mode: 0o755 });
  await inNewDatabase(scratch, work, (client) => loadShop(client, { file, head }, work));
}
