import { inWords } from '../program/error-words.ts';
import type { Log } from '../program/log.ts';
import { type BackupPlace, tryBackupPlace } from './backup-place.ts';
import type { Failure, FailureNote } from './failure-note.ts';
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
  /** Why the last daily backup failed, that a newer one was cut, or why none can be made now. */
  failure: Failure | undefined;
};

/** `fresh`: not what was read within the last minute. */
export type ReadBackups = (fresh?: boolean) => Promise<BackupState>;

/** The state of a server that neither makes backups nor looks for them. */
export const NO_BACKUPS: ReadBackups = async () => ({
  state: 'off',
  last: undefined,
  ageSeconds: undefined,
  failure: undefined,
});

type Options = {
  backupDir: string;
  note: FailureNote;
  shopId: string;
  /** BACKUP_KEEP. */
  keep: number;
  /** When the shop was set up. */
  since: Date;
  openSince?: Date;
  /** Throws when no backup can be made. Only the server tries: a command has other rights. */
  tryPlace?: () => Promise<void>;
  now?: Date;
};

/** How it stands with the backups of a shop: from the folder, so that any process may ask. Never rejects. */
export async function readBackupState(options: Options): Promise<BackupState> {
  const { backupDir, note, shopId, keep, since, openSince, tryPlace, now = new Date() } = options;
  try {
    const trouble = keep === 0 ? undefined : await troubleOf(tryPlace, now);
    const own = await ownBackups(backupDir, shopId, now);
    const last = own.find(({ isCut }) => !isCut);
    const cut = own[0]?.isCut ? own[0] : undefined;
    const broken = cut && { at: cut.takenAt, reason: `${cut.file} está cortado e não conta.` };
    const failure = trouble ?? broken ?? (await note.read(last?.takenAt));
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

async function troubleOf(
  tryPlace: (() => Promise<void>) | undefined,
  now: Date,
): Promise<Failure | undefined> {
  try {
    await tryPlace?.();
    return undefined;
  } catch (error) {
    return { at: now, reason: `Nenhum backup pode ser feito: ${inWords(error)}` };
  }
}

/** The same for frequent requests: it tries and reads the folder once a minute. */
export function watchBackups(
  options: Omit<Options, 'backupDir' | 'openSince' | 'tryPlace' | 'now'> & {
    place: BackupPlace;
    log: Log;
  },
) {
  const { place, log } = options;
  const { backupDir } = place;
  const openSince = new Date();
  const tryPlace = () => tryBackupPlace(place, log);
  let readAt = Number.NEGATIVE_INFINITY;
  let state: Promise<BackupState>;
  return (fresh = false): Promise<BackupState> => {
    const now = performance.now();
    if (fresh || now - readAt > READ_EVERY_MS) {
      readAt = now;
      state = readBackupState({ ...options, backupDir, openSince, tryPlace });
    }
    return state;
  };
}
