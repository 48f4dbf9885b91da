import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect, NO_TIMEOUT } from '../database/connection.ts';
import { lockFolder } from '../database/embedded/folder-lock.ts';
import { migrate, whyNotBackup } from '../database/migrate.ts';
import { refuseUnsuitable } from '../database/open/refuse-unsuitable-postgres.ts';
import {
  type Client,
  type ClientConfig,
  inNewDatabase,
  withClient,
} from '../database/open/single-connection.ts';
import { makeDataFolder } from '../program/data-folder.ts';
import { removeUnfinished, syncFolder } from '../program/durable-file.ts';
import type { Log } from '../program/log.ts';
import { type BackupHead, BadBackupFile, checkFile } from './backup-file.ts';
import { type CheckedBackup, loadShop } from './load-shop.repository.ts';
import type { Work } from './progress.ts';
import { namesIn, type ShopFile } from './shop-files.ts';

/** The prefix of the folders of unfinished restores. */
const UNFINISHED = 'restore-';

/**
 * Restores a backup into an empty data folder, which the next start opens. With `databaseUrl` the tables
 * go to that database, which has to be empty, and the shop's files to the data folder. The file is checked
 * from end to end before anything is written. Throws in Portuguese; folder and database are then unchanged,
 * unless only a later migration of `databaseUrl` failed, which the next start repeats.
 */
export async function restoreBackup(
  options: Pick<Work, 'log'> &
    Partial<Work> & { file: string; dataDir: string; databaseUrl: string | undefined },
): Promise<BackupHead> {
  const { file, dataDir, databaseUrl } = options;
  const work: Work = { onProgress: () => {}, signal: new AbortController().signal, ...options };
  const { onProgress, signal } = work;
  await refuseUsedFolder(dataDir);
  const head = await checkFile(file, (done, all) => onProgress('check', done, all), signal);
  const why = whyNotBackup(head.migrations, head.balcao);
  if (why) throw new BadBackupFile(why);

  makeDataFolder(dataDir);
  const lock = lockFolder(dataDir);
  try {
    // Checked again, because from here on no other process can start a shop in this folder.
    await refuseUsedFolder(dataDir);
    await inUnfinishedFolder(dataDir, work.log, async (unfinished) => {
      if (databaseUrl === undefined) {
        await restoreInto(unfinished, { file, head }, work, (files) => save(unfinished, files));
        await moveIntoPlace(unfinished, dataDir);
      } else {
        await loadInto(databaseUrl, { file, head }, work, async (files) => {
          await save(unfinished, files);
          await moveIntoPlace(unfinished, dataDir);
        });
      }
    });
  } finally {
    lock.release();
  }
  return head;
}

/** Runs `work` with a temporary folder inside a locked data folder, without those that a kill left. */
export async function inUnfinishedFolder(
  dataDir: string,
  log: Log,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  await removeUnfinished(dataDir, UNFINISHED, log);
  const unfinished = await mkdtemp(path.join(dataDir, UNFINISHED));
  try {
    if (process.getuid?.() === 0) await chmod(unfinished, 0o755);
    await work(unfinished);
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Makes a cluster in `folder` with the shop of a backup, and migrates it to this version's schema. */
export async function restoreInto(
  folder: string,
  backup: CheckedBackup,
  work: Work,
  saveFiles?: (files: ShopFile[]) => Promise<void>,
): Promise<void> {
  await inNewDatabase(folder, work, async (client, config) => {
    await loadShop(client, backup, work, saveFiles);
    await migrateToCurrent(config);
  });
}

/**
 * Restores a backup into the empty database of `databaseUrl`; `saveFiles` runs before the commit. The folder is
 * the caller's.
 */
async function loadInto(
  databaseUrl: string,
  backup: CheckedBackup,
  work: Work,
  saveFiles: (files: ShopFile[]) => Promise<void>,
): Promise<void> {
  const config = { connectionString: databaseUrl };
  await withClient(config, work.signal, async (client) => {
    await refuseUsedDatabase(client);
    await loadShop(client, backup, work, saveFiles);
  });
  await migrateToCurrent(config);
}

/** Throws, in Portuguese, when a shop could not be restored into the database of DATABASE_URL. */
async function refuseUsedDatabase(client: Client): Promise<void> {
  await refuseUnsuitable(client);
  const { rows } = await client.query(
    'SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace LIMIT 1',
  );
  if (rows.length > 0) {
    throw new Error(
      'O banco de DATABASE_URL não está vazio, e um backup nunca é restaurado por cima de dados. Crie outro banco, vazio, e repita.',
    );
  }
}

async function migrateToCurrent(config: ClientConfig): Promise<void> {
  const owner = connect(config, () => {}, NO_TIMEOUT);
  try {
    await migrate(owner.db);
    await owner.pool.query('ANALYZE');
  } finally {
    await owner.close();
  }
}

async function refuseUsedFolder(dataDir: string): Promise<void> {
  if (await isUsedFolder(dataDir)) {
    throw new Error(
      `A pasta de dados ${dataDir} não está vazia, e um backup nunca é restaurado por cima de dados. Mova-a para outro lugar ou escolha outra em DATA_DIR.`,
    );
  }
}

/**
 * Whether a folder holds more than backups, which may be all that is left of a lost shop, and the log of a
 * start that was refused before the restore: a service tries again by itself.
 */
export async function isUsedFolder(dataDir: string): Promise<boolean> {
  const harmless = new RegExp(`^(balcao\\.lock.*|balcao\\.log(\\.1)?|backups|${UNFINISHED}.*)$`);
  return (await namesIn(dataDir)).some((name) => !harmless.test(name));
}

async function save(folder: string, files: ShopFile[]): Promise<void> {
  for (const { name, content } of files) {
    // Balcão's own files have plain names; any other name was forged.
    if (name !== path.basename(name) || name.startsWith('.')) {
      throw new BadBackupFile(`O backup tem um arquivo com um nome impossível: ${name}.`);
    }
    await writeFile(path.join(folder, name), content, { mode: 0o600, flush: true });
  }
}

/** Moves the database last: until then a start finds no shop, and another restore finds the files. */
async function moveIntoPlace(unfinished: string, dataDir: string): Promise<void> {
  const names = (await readdir(unfinished)).filter((name) => !/^balcao\.lock|\.log$/.test(name));
  for (const name of names.filter((each) => each !== 'postgres')) {
    await rename(path.join(unfinished, name), path.join(dataDir, name));
  }
  await syncFolder(dataDir);
  if (!names.includes('postgres')) return;
  await rename(path.join(unfinished, 'postgres'), path.join(dataDir, 'postgres'));
  await syncFolder(dataDir);
}
