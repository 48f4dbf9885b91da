import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { inWords } from '../program/error-words.ts';
import { ownBackups } from './found-backups.ts';

const HOUR_MS = 3_600_000;
/** A day, and time for a large shop's backup. */
const LATE_MS = 26 * HOUR_MS;
/** A machine that was off for a weekend has this long to make the backup that is due. */
const AFTER_START_MS = HOUR_MS;
const READ_EVERY_MS = 60_000;

export type BackupState = {
  /** `off`: this server makes no daily backup (BACKUP_KEEP=0), so none can be late. */
  state: 'ok' | 'late' | 'failed' | 'off';
  /** The newest backup that was not cut since. Only a proven one has the name of a backup. */
  last: { file: string; takenAt: Date; verifiedAt?: Date | undefined } | undefined;
  ageSeconds: number | undefined;
  /** Why the last daily backup failed, or that a newer one was cut, if none was made since. */
  failure: { at: Date; reason: string } | undefined;
};

/** The state of a server that neither makes backups nor looks for them. */
export const NO_BACKUPS = async (): Promise<BackupState> => ({
  state: 'off',
  last: undefined,
  ageSeconds: undefined,
  failure: undefined,
});

type Options = {
  backupDir: string;
  shopId: string;
  /** BACKUP_KEEP. */
  keep: number;
  /** When the shop was set up. */
  since: Date;
  openSince?: Date;
  now?: Date;
};

/** How it stands with the backups of a shop: from the folder, so that any process may ask. Never rejects. */
export async function readBackupState(options: Options): Promise<BackupState> {
  const { backupDir, shopId, keep, since, openSince, now = new Date() } = options;
  try {
    const own = await ownBackups(backupDir, shopId, now);
    const last = own.find(({ isCut }) => !isCut);
    const cut = own[0]?.isCut ? own[0] : undefined;
    const failure = cut
      ? { at: cut.takenAt, reason: `${cut.file} está cortado e não conta.` }
      : await lastFailure(backupDir, last?.takenAt);
    const ageSeconds = last && Math.round((now.getTime() - last.takenAt.getTime()) / 1000);
    const excused = openSince ? openSince.getTime() + AFTER_START_MS - LATE_MS : 0;
    const from = Math.max((last?.takenAt ?? since).getTime(), excused);
    const isLate = now.getTime() - from > LATE_MS;
    const state = keep === 0 ? 'off' : failure ? 'failed' : isLate ? 'late' : 'ok';
    const { file, takenAt, verifiedAt } = last ?? {};
    const shown = file && takenAt && { file, takenAt, verifiedAt };
    return { state, last: shown || undefined, ageSeconds, failure };
  } catch (error) {
    const failure = { at: now, reason: `A pasta dos backups não pôde ser lida: ${inWords(error)}` };
    const state = keep === 0 ? 'off' : 'failed';
    return { state, last: undefined, ageSeconds: undefined, failure };
  }
}

/** The same for frequent requests: it reads the folder once a minute. */
export function watchBackups(options: Omit<Options, 'openSince' | 'now'>) {
  const openSince = new Date();
  let readAt = Number.NEGATIVE_INFINITY;
  let state: Promise<BackupState>;
  return (): Promise<BackupState> => {
    const now = performance.now();
    if (now - readAt > READ_EVERY_MS) {
      readAt = now;
      state = readBackupState({ ...options, openSince });
    }
    return state;
  };
}

/** Why the last daily backup failed; undefined when it did not, or a backup was made after it. */
async function lastFailure(backupDir: string, newest?: Date) {
  const file = failureNote(backupDir);
  const text = await readFile(file, 'utf8').catch(() => '');
  const at = (await stat(file).catch(() => undefined))?.mtime;
  if (!at || text.trim() === '' || (newest && newest > at)) return undefined;
  return { at, reason: text.trim() };
}

/** The daily backup leaves its failure here and removes it after a success. */
export function failureNote(backupDir: string): string {
  return path.join(backupDir, 'ultima-falha.txt');
}
