import { inWords } from '../../program/error-words.ts';
import { patiently, type Watched } from '../../program/watched.ts';
import type { SeenData } from '../apart/data-folder.ts';
import type { SeenPlace } from '../backup-place.ts';
import type { Failure, FailureNote } from '../failure-note.ts';
import { ownOf } from '../found-backups.ts';
import { DiskSilent } from '../why-not.ts';

const HOUR_MS = 3_600_000;
/** A day, and time for a large shop's backup. */
const LATE_MS = 26 * HOUR_MS;
/** A machine that was off for a weekend has this long to make the backup that is due. */
const AFTER_START_MS = HOUR_MS;

export type BackupState = {
  /** `off`: this server makes no daily backup (BACKUP_KEEP=0), so none can be late. */
  state: 'ok' | 'late' | 'failed' | 'off';
  /** The newest backup that was not cut since. Only a proven one has the name of a backup. */
  last: { file: string; takenAt: Date; bytes: number; verifiedAt?: Date | undefined } | undefined;
  ageSeconds: number | undefined;
  /** Why the last daily backup failed, that a newer one was cut, or why none can be made now. */
  failure: Failure | undefined;
};

/** `fresh`: not what was read within the last minute. */
export type ReadBackups = Watched<BackupState>;

/** The state of a server that neither makes backups nor looks for them. */
export const NO_BACKUPS: ReadBackups = async () => ({
  state: 'off',
  last: undefined,
  ageSeconds: undefined,
  failure: undefined,
});

type Shop = {
  shopId: string;
  /** BACKUP_KEEP. */
  keep: number;
  /** When the shop was set up. */
  since: Date;
  openSince?: Date;
};

/** It was read to its end when it was made, which may be long after its moment. */
export function finishedAt({ takenAt, verifiedAt }: NonNullable<BackupState['last']>): Date {
  return verifiedAt && verifiedAt > takenAt ? verifiedAt : takenAt;
}

/** How it stands with the backups of a shop; `noted` is the failure of the last daily one. */
export function backupStateOf(
  { backups, trouble }: SeenPlace,
  noted: Failure | undefined,
  { shopId, keep, since, openSince }: Shop,
  now = new Date(),
): BackupState {
  const own = ownOf(backups, shopId, now);
  const last = own.find(({ isCut }) => !isCut);
  const failure = [
    trouble && { at: now, reason: `Nenhum backup pode ser feito: ${trouble}` },
    own[0]?.isCut && {
      ...{ at: own[0].takenAt, isCut: true },
      reason: `${own[0].file} está cortado e não conta.`,
    },
    // Whoever made one by hand that ended after it has put it right.
    last && noted && finishedAt(last) > noted.at ? undefined : noted,
  ].find((each) => typeof each === 'object');
  const ageSeconds = last && Math.round((now.getTime() - last.takenAt.getTime()) / 1000);
  const excused = openSince ? openSince.getTime() + AFTER_START_MS - LATE_MS : 0;
  const from = Math.max((last?.takenAt ?? since).getTime(), excused);
  const isLate = now.getTime() - from > LATE_MS;
  const state = keep === 0 ? 'off' : failure ? 'failed' : isLate ? 'late' : 'ok';
  const { file, takenAt, bytes, verifiedAt } = last ?? {};
  const shown = file && takenAt && bytes !== undefined && { file, takenAt, bytes, verifiedAt };
  return { state, last: shown || undefined, ageSeconds, failure };
}

/** The state when the folder can't be read, or its disk hangs. */
export function unreadableState(error: unknown, keep: number, now = new Date()): BackupState {
  const begins =
    error instanceof DiskSilent
      ? 'Nenhum backup pode ser feito'
      : 'A pasta dos backups não pôde ser lida';
  const failure = { at: now, reason: `${begins}: ${inWords(error)}` };
  return { ...{ last: undefined, ageSeconds: undefined }, failure, state: keep ? 'failed' : 'off' };
}

/** The same for frequent requests, from what was seen within a minute. Never rejects. */
export function watchBackups(
  options: Shop & {
    note: FailureNote;
    place: Watched<SeenPlace>;
    data: Watched<Pick<SeenData, 'failure'> | undefined>;
  },
): ReadBackups {
  const { place, data, note, keep } = options;
  const shop = { openSince: new Date(), ...options };
  const noted = async () => note.kept() ?? (await patiently(data(), undefined))?.failure;
  let latest: BackupState | undefined;
  const read = async (fresh: boolean) => {
    const state = await place(fresh).then(
      async (seen) => backupStateOf(seen, await noted(), shop),
      (error) => unreadableState(error, keep),
    );
    latest = state;
    return state;
  };
  return async (fresh = false) => {
    const reading = read(fresh);
    if (fresh || !latest) return reading;
    return patiently(reading, latest);
  };
}
