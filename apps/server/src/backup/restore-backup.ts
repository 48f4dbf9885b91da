import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect, NO_TIMEOUT } from '../database/connection.ts';
import { syncFolder } from '../database/embedded/durable-folder.ts';
import { lockFolder } from '../database/embedded/folder-lock.ts';
import type { Log } from '../database/embedded/log.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { refuseUnsuitable } from '../database/suitable.ts';
import { BadBackupFile, checkFile } from './backup-file.ts';
import type { BackupHead } from './backup-head.ts';
import { withClient } from './database/client.ts';
import { loadBackup } from './database/load-backup.ts';
import { inNewDatabase } from './database/new-database.ts';
import type { OnProgress } from './progress.ts';
import type { ShopFile } from './shop-files.ts';

/** Folders of restores under way begin so. */
export const UNFINISHED = 'restore-';

/**
 * Makes an empty data folder the shop of a backup; the next start opens it. With `databaseUrl` the tables go
 * to that database, which has to be empty, and the shop's files to the data folder. The file is checked
 * from end to end before anything is written. Throws with words; folder and database are then as before.
 */
export async function restoreBackup(options: {
  file: string;
  dataDir: string;
  databaseUrl: string | undefined;
  log: Log;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}): Promise<BackupHead> {
  const { file, dataDir, databaseUrl, log, onProgress = () => {} } = options;
  const { signal = new AbortController().signal } = options;
  const work = { log, onProgress, signal };
  await refuseUsedFolder(dataDir);
  const head = await checkFile(file, (done, all) => onProgress('check', done, all), signal);
  refuseNewer(head);

  const made = await mkdir(dataDir, { recursive: true });
  // Under a strict umask the user that root's PostgreSQL runs as could not enter it.
  if (made && process.getuid?.() === 0) await chmod(dataDir, 0o755);
  const lock = lockFolder(dataDir);
  try {
    // Again: from here on nobody else can start a shop in this folder.
    await refuseUsedFolder(dataDir);
    await removeUnfinished(dataDir);
    const unfinished = await mkdtemp(path.join(dataDir, UNFINISHED));
    try {
      if (process.getuid?.() === 0) await chmod(unfinished, 0o755);
      const saveFiles = (files: ShopFile[]) => writeFiles(unfinished, files);
      if (databaseUrl === undefined) {
        await restoreInto(unfinished, { file, head }, work, saveFiles);
        await moveIntoPlace(unfinished, dataDir);
      } else {
        await loadInto(databaseUrl, { file, head }, work, async (files) => {
          await saveFiles(files);
          await moveIntoPlace(unfinished, dataDir);
        });
      }
    } finally {
      await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
    }
  } finally {
    lock.release();
  }
  return head;
}

/** Makes a cluster in `folder` with the shop of a backup, at the schema of this version. */
export async function restoreInto(
  folder: string,
  backup: { file: string; head: BackupHead },
  work: { log: Log; onProgress: OnProgress; signal: AbortSignal },
  saveFiles?: (files: ShopFile[]) => Promise<void>,
): Promise<void> {
  await inNewDatabase(folder, work, async (client, config) => {
    await loadBackup(client, backup, work, saveFiles);
    await migrateOn(config);
  });
}

async function loadInto(
  databaseUrl: string,
  backup: { file: string; head: BackupHead },
  work: { onProgress: OnProgress; signal: AbortSignal },
  saveFiles: (files: ShopFile[]) => Promise<void>,
): Promise<void> {
  const config = { connectionString: databaseUrl };
  await withClient(config, work.signal, async (client) => {
    await refuseUnsuitable(client);
    const { rows } = await client.query(
      'SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace LIMIT 1',
    );
    if (rows.length > 0) {
      throw new Error(
        'O banco de DATABASE_URL não está vazio, e um backup nunca é restaurado por cima de dados. Crie outro banco, vazio, e repita.',
      );
    }
    await loadBackup(client, backup, work, saveFiles);
  });
  await migrateOn(config);
}

/** The migrations that this version has and the backup's did not; there is nothing yet to back up before. */
async function migrateOn(config: Parameters<typeof connect>[0]): Promise<void> {
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

/** Whether a folder holds more than backups, which may well be what is left of a lost shop. */
export async function isUsedFolder(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const harmless = new RegExp(`^(balcao\\.lock.*|backups|${UNFINISHED}.*)$`);
  return names.some((name) => !harmless.test(name));
}

function refuseNewer(head: BackupHead): void {
  if (head.migrations.some((name) => !(name in migrations))) {
    throw new BadBackupFile(
      'O backup é de uma versão mais nova do Balcão. Atualize o programa antes de restaurá-lo.',
    );
  }
}

async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

async function writeFiles(folder: string, files: ShopFile[]): Promise<void> {
  for (const { name, content } of files) {
    // A file of ours has a plain name. Anything else comes from someone who made up a backup.
    if (name !== path.basename(name) || name.startsWith('.')) {
      throw new BadBackupFile(`O backup tem um arquivo com um nome impossível: ${name}.`);
    }
    await writeFile(path.join(folder, name), content, { mode: 0o600, flush: true });
  }
}

/** The database last: a start before that finds none, and a restore before that finds the rest. */
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
