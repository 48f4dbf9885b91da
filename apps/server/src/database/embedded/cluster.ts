import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { syncFolder } from './durable-folder.ts';
import { type Launcher, run } from './launcher.ts';
import type { Log } from './log.ts';

const UNFINISHED = 'postgres.init-';
const PASSWORD_FILE = 'superuser-password';
export const SUPERUSER = 'postgres';

export type Cluster = {
  /** <dataDir>/postgres: the cluster, its password and its socket folder, all of one owner. */
  home: string;
  /** PGDATA. */
  folder: string;
  password: string;
};

export function clusterPaths(dataDir: string): { home: string; folder: string } {
  const home = join(dataDir, 'postgres');
  return { home, folder: join(home, 'cluster') };
}

/**
 * The cluster of a data folder, made when there is none yet. Needs the folder's lock.
 * Throws in Portuguese when what lies there is not ours to start.
 */
export async function ensureCluster(shop: {
  dataDir: string;
  binaries: Binaries;
  launcher: Launcher;
  log: Log;
}): Promise<Cluster> {
  const { home, folder } = clusterPaths(shop.dataDir);
  await removeUnfinished(shop.dataDir, shop.log);
  if (await stat(home).catch(() => null)) {
    await adopt(home, folder, shop.binaries.major, shop.launcher);
  } else {
    await create(shop.dataDir, shop.binaries, shop.launcher, shop.log);
  }
  return { home, folder, password: await readFile(join(home, PASSWORD_FILE), 'utf8') };
}

/**
 * initdb writes PG_VERSION long before it is done, so a cluster counts only once it has been
 * renamed into place; the password goes along and cannot differ from the cluster's.
 */
async function create(
  dataDir: string,
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
  await rename(unfinished, clusterPaths(dataDir).home);
  await syncFolder(dataDir);
}

async function adopt(
  home: string,
  folder: string,
  major: string,
  launcher: Launcher,
): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new Error(
        error.code === 'EACCES'
          ? `Sem permissão para ler ${folder}. Inicie o Balcão com o usuário dono dessa pasta ou como root.`
          : `A pasta ${home} existe mas não guarda um banco do Balcão. Se ela não importa, mova-a para outro lugar e inicie de novo; senão, restaure um backup.`,
      );
    },
  );
  if (version.trim() !== major) {
    throw new Error(
      `Os dados em ${folder} são do PostgreSQL ${version.trim()}, e esta versão do Balcão usa o ${major}. Volte à versão anterior do Balcão, faça um backup nela e restaure-o nesta com uma pasta de dados nova.`,
    );
  }
  await stat(join(home, PASSWORD_FILE)).catch(() => {
    throw new Error(
      `Falta o arquivo ${join(home, PASSWORD_FILE)}, sem o qual o banco não abre. Recupere-o de um backup da pasta de dados.`,
    );
  });
  await ownFolder(home, folder, launcher);
}

/** A folder that root copied back belongs to root, and PostgreSQL starts for the owner only. */
async function ownFolder(home: string, folder: string, { account }: Launcher): Promise<void> {
  const { uid } = await stat(folder);
  if (account && uid !== account.uid) {
    const owner = `${account.uid}:${account.gid}`;
    await run({ account: null, through: [] }, ['chown', '-R', '-h', owner, home], 300_000);
  } else if (!account && uid !== process.getuid?.()) {
    throw new Error(
      `A pasta ${folder} pertence a outro usuário (uid ${uid}). Inicie o Balcão com ele ou como root.`,
    );
  }
}

/** What an interrupted first start left; its initdb may still be writing there, hence the retries. */
async function removeUnfinished(dataDir: string, log: Log): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const folder = join(dataDir, name);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch((error: Error) =>
      log.warn(`Não foi possível remover ${folder}: ${error.message}`),
    );
  }
}
