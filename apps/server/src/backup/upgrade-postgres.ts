import { chmod, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { clusterMajor, findBinaries } from '../database/embedded/binaries.ts';
import { clusterPaths } from '../database/embedded/cluster.ts';
import { syncFolder } from '../database/embedded/durable-folder.ts';
import { lockFolder } from '../database/embedded/folder-lock.ts';
import type { Log } from '../database/embedded/log.ts';
import type { MadeBackup } from './make-backup.ts';
import { restoreInto, UNFINISHED } from './restore-backup.ts';

const UPGRADED = 'postgres.upgraded';

/**
 * Moves the cluster of a data folder from an older PostgreSQL major to the one that Balcão comes with:
 * a backup, made by the old programs and proven in the new ones, becomes a new cluster. The old one stays
 * beside it as postgres-<major>. Does nothing where there is no older cluster.
 */
export async function upgradePostgres(options: {
  dataDir: string;
  log: Log;
  make: () => Promise<MadeBackup>;
  tell: (line: string) => void;
}): Promise<void> {
  const { dataDir, log, make, tell } = options;
  const { home, folder } = clusterPaths(dataDir);
  const upgraded = path.join(dataDir, UPGRADED);
  const { major } = await findBinaries();
  const from = await clusterMajor(folder);
  if (from === undefined || Number(from) >= Number(major)) return;

  tell(
    `Os dados são do PostgreSQL ${from}, e esta versão do Balcão usa o ${major}. Antes da mudança, um backup…`,
  );
  const { file, head } = await make();
  tell(`Backup feito e conferido: ${file}. Passando os dados para o PostgreSQL ${major}…`);
  const lock = lockFolder(dataDir);
  const unfinished = await mkdtemp(path.join(dataDir, UNFINISHED));
  try {
    if (process.getuid?.() === 0) await chmod(unfinished, 0o755);
    await rm(upgraded, { recursive: true, force: true });
    const signal = new AbortController().signal;
    await restoreInto(unfinished, { file, head }, { log, signal, onProgress: () => {} });
    const kept = path.join(dataDir, `postgres-${from}`);
    if (await isThere(kept)) {
      throw new Error(`A pasta ${kept} já existe. Mova-a para outro lugar e inicie de novo.`);
    }
    await rename(path.join(unfinished, 'postgres'), upgraded);
    await syncFolder(dataDir);
    await rename(home, kept);
    await syncFolder(dataDir);
    await rename(upgraded, home);
    await syncFolder(dataDir);
    tell(
      `Pronto. Os dados de antes ficam em ${kept}; apague essa pasta quando não precisar mais dela.`,
    );
  } finally {
    await rm(unfinished, { recursive: true, force: true, maxRetries: 10 });
    lock.release();
  }
}

/** Ends an upgrade that a power cut stopped between its last two renames. */
export async function finishUpgrade(dataDir: string): Promise<void> {
  const { home } = clusterPaths(dataDir);
  const upgraded = path.join(dataDir, UPGRADED);
  if ((await isThere(upgraded)) && !(await isThere(home))) await rename(upgraded, home);
}

async function isThere(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
