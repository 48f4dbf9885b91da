import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { syncFolder } from './durable-folder.ts';
import { type Launcher, run } from './launcher.ts';
import type { Log } from './log.ts';

const UNFINISHED = 'postgres.init-';
export const PASSWORD_FILE = 'superuser-password';
export const SUPERUSER = 'postgres';
/** The shop's database on this server. */
export const DATABASE = 'balcao';

/**
 * initdb writes PG_VERSION long before it is done, so a cluster counts only once it has been
 * renamed into place; the password goes along and cannot differ from the cluster's.
 */
export async function createCluster(
  dataDir: string,
  home: string,
  binaries: Binaries,
  launcher: Launcher,
  log: Log,
): Promise<void> {
  log.info(`Preparando o banco de dados em ${dataDir} (só na primeira vez)…`);
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED));
  const passwordFile = join(unfinished, PASSWORD_FILE);
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  if (launcher.account) {
    await chown(passwordFile, launcher.account.uid, launcher.account.gid);
    await chown(unfinished, launcher.account.uid, launcher.account.gid);
  }
  const { ok, output } = await run(
    launcher,
    [
      binaries.initdb,
      `--pgdata=${join(unfinished, 'cluster')}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=icu',
      '--icu-locale=pt-BR',
      '--auth=scram-sha-256',
      '--data-checksums',
    ],
    300_000,
  );
  if (!ok) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    throw new Error(`Não foi possível preparar o banco de dados em ${dataDir}: ${output}`);
  }
  await syncFolder(unfinished);
  await rename(unfinished, home);
  await syncFolder(dataDir);
}

/** What an interrupted first start left; its initdb may still be writing there, hence the retries. */
export async function removeUnfinished(dataDir: string, log: Log): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = join(dataDir, name);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch((error: Error) =>
      log.warn(`Não foi possível remover ${folder}: ${error.message}`),
    );
  }
}
