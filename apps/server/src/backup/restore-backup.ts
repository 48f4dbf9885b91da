import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { findBinaries } from '../database/embedded/binaries.ts';
import { syncFolder } from '../database/embedded/durable-folder.ts';
import { lockFolder } from '../database/embedded/folder-lock.ts';
import type { Log } from '../database/embedded/log.ts';
import { migrations } from '../database/migrations/index.ts';
import type { BackupFacts } from './backup-facts.ts';
import { BadBackupFile, checkSeal, openTar } from './backup-file.ts';
import { adoptCluster } from './database/adopt-cluster.ts';
import type { OnProgress } from './progress.ts';
import { unpack } from './unpack.ts';

const UNFINISHED = 'restore-';

/**
 * Makes an empty data folder the shop of a backup; the next start opens it. The file is checked from end to
 * end before anything is written. Throws with words; the folder then is as empty as it was.
 */
export async function restoreBackup(options: {
  file: string;
  dataDir: string;
  log: Log;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}): Promise<BackupFacts> {
  const { file, dataDir, log, onProgress = () => {} } = options;
  const { signal = new AbortController().signal } = options;
  await refuseUsedFolder(dataDir);
  const facts = await checkSeal(file, (done, all) => onProgress('check', done, all), signal);
  await refuseUnfit(facts);

  const made = await mkdir(dataDir, { recursive: true });
  // Under a strict umask the user that root's PostgreSQL runs as could not enter it.
  if (made && process.getuid?.() === 0) await chmod(dataDir, 0o755);
  const lock = lockFolder(dataDir);
  try {
    // Asked again: now nobody else can start a shop here.
    await refuseUsedFolder(dataDir);
    await removeUnfinished(dataDir);
    const unfinished = await mkdtemp(path.join(dataDir, UNFINISHED));
    try {
      if (process.getuid?.() === 0) await chmod(unfinished, 0o755);
      await unpack(await openTar(file, signal), unfinished, {
        durable: true,
        onBytes: (bytes) => onProgress('unpack', bytes),
        signal,
      });
      if (facts.source === 'server') await adoptCluster(unfinished, facts, log);
      signal.throwIfAborted();
      await moveIntoPlace(unfinished, dataDir);
    } finally {
      await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
    }
  } finally {
    lock.release();
  }
  return facts;
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

async function refuseUnfit(facts: BackupFacts): Promise<void> {
  const { major } = await findBinaries();
  if (facts.postgresMajor !== major) {
    throw new BadBackupFile(
      `O backup é do PostgreSQL ${facts.postgresMajor}, e esta versão do Balcão usa o ${major}. Restaure-o com a versão do Balcão que o fez.`,
    );
  }
  if (facts.schema.some((name) => !(name in migrations))) {
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

/** The database last: a start before that finds none, and a restore before that finds the rest. */
async function moveIntoPlace(unfinished: string, dataDir: string): Promise<void> {
  const names = await readdir(unfinished);
  for (const name of names.filter((each) => each !== 'postgres')) {
    await rename(path.join(unfinished, name), path.join(dataDir, name));
  }
  await syncFolder(dataDir);
  await rename(path.join(unfinished, 'postgres'), path.join(dataDir, 'postgres'));
  await syncFolder(dataDir);
}
