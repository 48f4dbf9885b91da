import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeUnfinished, syncFolder } from '../../program/durable-file.ts';
import type { Log } from '../../program/log.ts';
import { type Binaries, clusterMajor } from './binaries.ts';
import { DamagedDatabase } from './damaged.ts';
import { type Account, run } from './launch.ts';
import { SOCKET_PORT } from './settings.ts';

const UNFINISHED = 'postgres.init-';
export const PASSWORD_FILE = 'superuser-password';
export const SUPERUSER = 'postgres';
export const DATABASE = 'balcao';

/** `home` holds the cluster, its password and its socket folder, all of one owner; `folder` is PGDATA. */
export function clusterPaths(dataDir: string): { home: string; folder: string } {
  const home = join(dataDir, 'postgres');
  return { home, folder: join(home, 'cluster') };
}

/** How the superuser connects to the server whose socket is in the folder `host`. */
export function superuserConfig(host: string, password: string) {
  // Without `ssl` PGSSLMODE would apply, which is meant for other servers.
  return { host, port: SOCKET_PORT, user: SUPERUSER, password, database: 'postgres', ssl: false };
}

type ClusterOptions = { dataDir: string; binaries: Binaries; account: Account; log: Log };

/**
 * Makes the cluster of a data folder when there is none yet and returns its superuser's password.
 * Needs the folder's lock. Throws in Portuguese when the folder holds something else.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { home } = clusterPaths(options.dataDir);
  await removeUnfinished(options.dataDir, UNFINISHED, options.log);
  if (await stat(home).catch(() => null)) await adopt(options);
  else await createCluster(options);
  return readFile(join(home, PASSWORD_FILE), 'utf8');
}

/**
 * initdb writes PG_VERSION long before it is done, so a cluster counts only once it has been renamed
 * into place. Its password is renamed with it, so the two cannot differ.
 */
async function createCluster({ dataDir, binaries, account, log }: ClusterOptions): Promise<void> {
  log.info(`Preparando o banco de dados em ${dataDir} (só na primeira vez)…`);
  const unfinished = await mkdtemp(join(dataDir, UNFINISHED));
  const passwordFile = join(unfinished, PASSWORD_FILE);
  const password = randomBytes(24).toString('base64url');
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  if (account) {
    await chown(passwordFile, account.uid, account.gid);
    await chown(unfinished, account.uid, account.gid);
  }
  const command = [
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
  ];
  const { ok, output } = await run(account, command, 300_000);
  if (!ok) {
    await rm(unfinished, { recursive: true, force: true });
    throw new Error(`Não foi possível preparar o banco de dados em ${dataDir}: ${output}`);
  }
  await syncFolder(unfinished);
  await rename(unfinished, clusterPaths(dataDir).home);
  await syncFolder(dataDir);
}

async function adopt({ dataDir, binaries, account }: ClusterOptions): Promise<void> {
  const { home, folder } = clusterPaths(dataDir);
  const major = await clusterMajor(folder);
  if (major === undefined) {
    throw new DamagedDatabase(
      `A pasta ${home} existe mas não guarda um banco do Balcão. Se ela não importa, mova-a para outro lugar e inicie de novo; senão, restaure um backup.`,
    );
  }
  if (major !== binaries.major) {
    throw new Error(
      `Os dados em ${folder} são do PostgreSQL ${major}, e esta versão do Balcão usa o ${binaries.major}. Nada foi mudado: abra-os com a versão do Balcão que os criou. Para passar a esta, copie-os dali com o pg_dump para um PostgreSQL de 15 a ${binaries.major} e aponte DATABASE_URL para ele.`,
    );
  }
  await stat(join(home, PASSWORD_FILE)).catch(() => {
    throw new DamagedDatabase(
      `Falta o arquivo ${join(home, PASSWORD_FILE)}, sem o qual o banco não abre. Recupere-o de um backup da pasta de dados.`,
    );
  });
  const { uid } = await stat(folder);
  if (account && uid !== account.uid) {
    // A folder that root copied back belongs to root, and PostgreSQL starts for the owner only.
    const owner = `${account.uid}:${account.gid}`;
    await run(null, ['chown', '-R', '-h', owner, home], 300_000);
  } else if (!account && uid !== process.getuid?.()) {
    throw new Error(
      `A pasta ${folder} pertence a outro usuário (uid ${uid}). Inicie o Balcão com ele ou como root.`,
    );
  }
}
