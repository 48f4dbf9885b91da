import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatDay } from '@balcao/domain/dates/business-day.ts';
import type { Log } from '../program/log.ts';

/** `isCut`: the newest backup is cut, which the doctor says of every one. */
export type Failure = { at: Date; reason: string; isCut?: boolean };
export type FailureNote = ReturnType<typeof failureNote>;

/**
 * Why the last daily backup failed, until one succeeds. It lies in the data folder, because the folder of the
 * backups may be what failed, and in memory, because the disk of the data may be full.
 */
export function failureNote(dataDir: string) {
  const file = fileIn(dataDir);
  let kept: Failure | undefined;
  return {
    file,
    async write(at: Date, words: string, log: Log): Promise<void> {
      kept = { at, reason: `O backup de ${formatDay(at)} falhou: ${words}` };
      await writeFile(file, `${kept.reason}\n`).catch((unwritten: Error) =>
        log.warn(`A falha não pôde ser anotada: ${unwritten.message}`),
      );
    },
    async clear(): Promise<void> {
      kept = undefined;
      await rm(file, { force: true });
    },
    kept: () => kept,
  };
}

const fileIn = (dataDir: string) => path.join(dataDir, 'ultima-falha.txt');

/** Undefined when there was none, or it can't be read. */
export async function readFailureNote(dataDir: string): Promise<Failure | undefined> {
  const file = fileIn(dataDir);
  const reason = (await readFile(file, 'utf8').catch(() => '')).trim();
  const at = (await stat(file).catch(() => undefined))?.mtime;
  return at && reason ? { at, reason } : undefined;
}
