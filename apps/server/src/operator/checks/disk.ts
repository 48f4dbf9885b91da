import { stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { inWords } from '../../program/error-words.ts';
import type { Folders } from './files.ts';
import { attention, bytesInWords, type Finding, ok, problem } from './finding.ts';

const WHAT = 'disco';
/** Less is full within a day of logs and write-ahead log. */
const LEAST = 500e6;
const SOON_DAYS = 60;
const NOW_DAYS = 7;

/** The growth of a shop: bytes of its database, and the part of its history that came within `days`. */
export type Growth = { databaseBytes: number; backupBytes: number; share: number; days: number };

/** Free space where data and backups are, and how long it lasts if the shop goes on as in the last month. */
export async function checkDisk(
  { dataDir, backupDir }: Folders,
  growth: (Growth & { keep: number; isEmbedded: boolean }) | undefined,
): Promise<Finding[]> {
  try {
    const data = await diskOf(dataDir);
    const backups = backupDir ? await diskOf(backupDir) : data;
    const isSame = data.device === backups.device;
    const perDay = (bytes: number) => (growth ? (bytes * growth.share) / growth.days : 0);
    const database = growth?.isEmbedded ? growth.databaseBytes : 0;
    const kept = growth ? growth.backupBytes * growth.keep : 0;
    // The proof of a backup loads it into a database of its own.
    const scratch = growth ? growth.databaseBytes * 1.2 + 100e6 : 0;
    const found = [finding(dataDir, data.free, perDay(database + (isSame ? kept : 0)))];
    if (!backupDir) return found;
    if (!isSame) {
      found.push(finding(backupDir, backups.free, perDay(kept), 'nenhum backup é feito'));
    }
    if (backups.free < scratch) {
      const needed = `O próximo backup precisa de ${bytesInWords(scratch)} em ${backupDir}.`;
      found.push(problem(WHAT, needed, 'Libere espaço, ou escolha outro disco em BACKUP_DIR.'));
    }
    return found;
  } catch (error) {
    return [problem(WHAT, inWords(error), 'Confira DATA_DIR e BACKUP_DIR.')];
  }
}

export function finding(
  folder: string,
  free: number,
  perDay: number,
  whenFull = 'a loja não vende',
): Finding {
  const days = perDay > 0 ? Math.floor(free / perDay) : Number.POSITIVE_INFINITY;
  const left =
    days > 3650 ? '' : `, para uns ${days.toLocaleString('pt-BR')} dias no ritmo do último mês`;
  const words = `${bytesInWords(free)} livres em ${folder}${left}.`;
  const todo = `Libere espaço ou aumente o disco; com ele cheio ${whenFull}.`;
  if (free < LEAST || days < NOW_DAYS) return problem(WHAT, words, todo);
  return days < SOON_DAYS ? attention(WHAT, words, todo) : ok(WHAT, words);
}

/** The disk of the folder, or of the nearest folder above it if it is not made yet. */
export function diskOf(folder: string): Promise<{ free: number; device: number }> {
  return atNearest(folder, async (there) => {
    const { bavail, bsize } = await statfs(there);
    return { free: bavail * bsize, device: (await stat(there)).dev };
  });
}

/** Asks about a folder or, if it is not made yet, about the nearest one above it. */
async function atNearest<T>(folder: string, ask: (folder: string) => Promise<T>): Promise<T> {
  try {
    return await ask(folder);
  } catch (error) {
    const above = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    return atNearest(above, ask);
  }
}
