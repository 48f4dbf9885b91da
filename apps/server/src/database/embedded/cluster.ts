import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { createCluster, PASSWORD_FILE, removeUnfinished } from './create-cluster.ts';
import { type Launcher, run } from './launcher.ts';
import type { Log } from './log.ts';

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
    await createCluster(shop.dataDir, home, shop.binaries, shop.launcher, shop.log);
  }
  return { home, folder, password: await readFile(join(home, PASSWORD_FILE), 'utf8') };
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
      `Os dados em ${folder} são do PostgreSQL ${version.trim()}, e esta versão do Balcão usa o ${major}. Nada foi mudado: abra-os com a versão do Balcão que os criou. Para passar a esta, copie-os dali com o pg_dump para um PostgreSQL de 15 a ${major} e aponte DATABASE_URL para ele; um backup do Balcão só serve à versão do PostgreSQL que o fez.`,
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
