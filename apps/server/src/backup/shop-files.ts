import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../program/log.ts';

/** Logs, locks, half-written files, the password that a start makes again, backups kept in this folder. */
const LEFT_OUT =
  /\.log(\.\d+)?$|^balcao\.lock|^balcao_app\.password$|\.backup$|\.new$|^(ultima-falha\.txt|aberta\.json|exame\.json)$/;

/** A logo has some kB; a file larger than this is in the data folder for another reason. */
const LARGEST_FILE = 16 * 1024 * 1024;

/** One of the shop's own files at the top of its data folder. */
export type ShopFile = { name: string; content: Buffer };

/** Reads them all: keys, and institution.json and the logos of earlier versions. */
export async function readShopFiles(dataDir: string, log: Log): Promise<ShopFile[]> {
  const found: ShopFile[] = [];
  for (const name of await namesIn(dataDir)) {
    if (LEFT_OUT.test(name)) continue;
    const file = path.join(dataDir, name);
    const stats = await stat(file).catch(() => null);
    if (!stats?.isFile()) continue;
    if (stats.size > LARGEST_FILE) {
      log.warn(`${file} não entra no backup: não parece ser um arquivo do Balcão.`);
    } else {
      found.push({ name, content: await readFile(file) });
    }
  }
  return found;
}

/** The names in a folder; none when the folder does not exist. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
