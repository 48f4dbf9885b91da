import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { BaseBackupPart } from './database/base-backup.ts';
import { END_OF_ARCHIVE, fileHeader, movedInto, padding, tarEntries } from './tar.ts';

export const CLUSTER = 'postgres/cluster';
export const MANIFEST = `${CLUSTER}/backup_manifest`;

/** Logs, locks, half-written files, the password that a start makes anew, backups where they are kept here. */
const NOT_THE_SHOPS =
  /\.log(\.\d+)?$|^balcao\.lock|^balcao_app\.password$|\.backup$|\.new$|^ultima-falha\.txt$/;

/** A logo is some kB; what is larger was put into the data folder by somebody for another reason. */
const LARGEST_SHOP_FILE = 16 * 1024 * 1024;

/**
 * A data folder as a tar: the shop's own files, then the cluster as PostgreSQL sends it. In this order,
 * because audit.head notes how far the audit has come, and the database must not be behind it.
 */
export async function* dataFolderTar(
  shopFiles: readonly { name: string; file: string }[],
  parts: AsyncIterable<BaseBackupPart>,
): AsyncGenerator<Buffer> {
  for (const { name, file } of shopFiles) {
    // One that is just being replaced may have been listed under a name that is gone.
    const content = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (content) yield* wholeFile(name, content);
  }
  const manifest: Buffer[] = [];
  // The manifest comes after the archive, whose last entry therefore ends when it has been taken in.
  async function* archive(): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      if (part.of === 'archive') yield part.chunk;
      else manifest.push(part.chunk);
    }
  }
  for await (const entry of tarEntries(archive())) {
    yield movedInto(CLUSTER, entry.header);
    yield* entry.content;
    yield padding(entry.size);
  }
  yield* wholeFile(MANIFEST, Buffer.concat(manifest));
  yield END_OF_ARCHIVE;
}

function* wholeFile(name: string, content: Buffer): Generator<Buffer> {
  yield fileHeader(name, content.length);
  yield content;
  yield padding(content.length);
}

/**
 * The shop's own files at the top of its data folder: institution.json, logos, keys.
 */
export async function findShopFiles(
  dataDir: string,
  warn: (message: string) => void,
): Promise<{ name: string; file: string }[]> {
  const found: { name: string; file: string }[] = [];
  // With DATABASE_URL there may be none.
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    if (NOT_THE_SHOPS.test(name)) continue;
    const file = path.join(dataDir, name);
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile()) continue;
    if (stats.size > LARGEST_SHOP_FILE || Buffer.byteLength(name) > 100) {
      warn(`${file} não entra no backup: não parece ser um arquivo do Balcão.`);
    } else {
      found.push({ name, file });
    }
  }
  return found;
}
