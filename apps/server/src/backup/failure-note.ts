import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatDay } from '@balcao/domain/dates/business-day.ts';
import type { Log } from '../program/log.ts';

export type Failure = { at: Date; reason: string };
export type FailureNote = ReturnType<typeof failureNote>;

/**
 * Why the last daily backup failed, until one succeeds. It lies in the data folder, because the folder of the
 * backups may be what failed, and in memory, because the disk of the data may be full.
 */
export function failureNote(dataDir: string) {
  const file = path.join(dataDir, 'ultima-falha.txt');
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
    /** Undefined when there was none, or a backup was made after it. */
    async read(newest?: Date): Promise<Failure | undefined> {
      const failure = kept ?? (await readNote(file));
      return failure && newest && newest > failure.at ? undefined : failure;
    },
  };
}

async function readNote(file: string): Promise<Failure | undefined> {
  const reason = (await readFile(file, 'utf8').catch(() => '')).trim();
  const at = (await stat(file).catch(() => undefined))?.mtime;
  return at && reason ? { at, reason } : undefined;
}
