import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { clusterMajor, findBinaries } from '../database/embedded/binaries.ts';
import { clusterPaths } from '../database/embedded/cluster.ts';
import { lockFolder } from '../database/embedded/folder-lock.ts';
import { syncFolder } from '../program/durable-file.ts';
import type { Log } from '../program/log.ts';
import type { MadeBackup } from './make-backup.ts';
import { inUnfinishedFolder, restoreInto } from './restore-backup.ts';

const UPGRADED = 'postgres.upgraded';

/**
 * Moves the cluster of a data folder from an older PostgreSQL major to the installed one: a backup, made
 * by the old binaries and proven with the new ones, becomes a new cluster. The old one stays beside it as
 * postgres-<major>. Does nothing when there is no older cluster.
 */
export async function upgradePostgres(options: {
  dataDir: string;
  log: Log;
  make: () => Promise<MadeBackup>;
  say: (line: string) => void;
}): Promise<void> {
  const { dataDir, log, make, say } = options;
  const { home, folder } = clusterPaths(dataDir);
  const upgraded = path.join(dataDir, UPGRADED);
  const { major } = await findBinaries();
  const from = await clusterMajor(folder);
  if (from === undefined || Number(from) >= Number(major)) return;
  const kept = path.join(dataDir, `postgres-${from}`);
  if (existsSync(kept)) {
    throw new Error(`A pasta ${kept} já existe. Mova-a para outro lugar e inicie de novo.`);
  }

  say(
    `Os dados são do PostgreSQL ${from}, e esta versão do Balcão usa o ${major}. Antes da mudança, um backup…`,
  );
  const backup = await make();
  say(`Backup feito e conferido: ${backup.file}. Passando os dados para o PostgreSQL ${major}…`);
  const lock = lockFolder(dataDir);
  try {
    await inUnfinishedFolder(dataDir, log, async (unfinished) => {
      await rm(upgraded, { recursive: true, force: true });
      const { signal } = new AbortController();
      await restoreInto(unfinished, backup, { log, signal, onProgress: () => {} });
      for (const [source, target] of [
        [path.join(unfinished, 'postgres'), upgraded],
        [home, kept],
        [upgraded, home],
      ] as const) {
        await rename(source, target);
        await syncFolder(dataDir);
      }
      say(
        `Pronto. Os dados de antes ficam em ${kept}; apague essa pasta quando não precisar mais dela.`,
      );
    });
  } finally {
    lock.release();
  }
}

/** Completes an upgrade that a power cut stopped between its last two renames. */
export async function finishUpgrade(dataDir: string): Promise<void> {
  const { home } = clusterPaths(dataDir);
  const upgraded = path.join(dataDir, UPGRADED);
  if (existsSync(upgraded) && !existsSync(home)) await rename(upgraded, home);
}
