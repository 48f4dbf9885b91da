import { shopTimeOf } from '@balcao/domain/dates/business-day.ts';
import { inWords } from '../../program/error-words.ts';
import type { Log } from '../../program/log.ts';
import type { Watched } from '../../program/watched.ts';
import type { SeenPlace } from '../backup-place.ts';
import type { FailureNote } from '../failure-note.ts';
import { ownOf } from '../found-backups.ts';
import type { MadeBackup } from '../make-backup.ts';
import type { OldBackups } from '../old-backups.ts';
import type { OnProgress, Step } from '../progress.ts';
import { BackupUnderWay, DiskSilent } from '../why-not.ts';

const QUIET_HOUR = '03';
const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;

export type Schedule = ReturnType<typeof scheduleBackups>;

/**
 * One backup a day: at 3 in the morning, or as soon as the server runs after that, because many shops turn
 * their machine off at night. `since` is when the shop was set up: a new one waits for its first night.
 * After a failure the next attempt comes an hour later, and the next start shows the reason.
 */
export function scheduleBackups(options: {
  backupDir: string;
  note: FailureNote;
  shopId: string;
  keep: number;
  since: Date;
  place: Watched<SeenPlace>;
  make: (signal: AbortSignal, onProgress: OnProgress) => Promise<MadeBackup>;
  removeOld: (old: OldBackups, signal: AbortSignal) => Promise<string[]>;
  now?: () => Date;
  log: Log;
}) {
  const { backupDir, note, shopId, keep, since, place, make, removeOld, log } = options;
  const { now = () => new Date() } = options;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let notBefore = 0;
  let step: Step | undefined;
  let made = 0;
  let isSilent = false;
  /** Why the backup that somebody asked for was not begun. */
  let refused: string | undefined;

  const failed = async (error: unknown) => {
    if (stopping.signal.aborted) return;
    const reason = inWords(error);
    notBefore = now().getTime() + HOUR_MS;
    log.error(`O backup diário falhou: ${reason}`);
    await note.write(now(), reason, log);
  };

  const attempt = async () => {
    try {
      const { file, bytes } = await make(stopping.signal, (begun) => {
        step = begun;
      });
      made += 1;
      log.info(`Backup feito e conferido: ${file} (${Math.ceil(bytes / 1024)} kB).`);
      await note.clear();
      const old = { backupDir, shopId, keep, now: now(), made: file };
      const removed = await removeOld(old, stopping.signal);
      if (removed.length > 0) log.info(`Backups antigos removidos: ${removed.join(', ')}.`);
    } catch (error) {
      if (error instanceof BackupUnderWay) {
        refused = inWords(error);
        log.info(`O backup fica para depois: ${refused}`);
      } else {
        await failed(error);
      }
    } finally {
      // Before it is said to be over: it is in the next state.
      if (!stopping.signal.aborted) void place(true).catch(() => {});
      step = undefined;
    }
  };

  /** It is no failed backup: as soon as the disk answers, one is made if it is due. */
  const saySilent = (error: unknown) => {
    if (!(error instanceof DiskSilent)) throw error;
    if (!isSilent) log.error(`Nenhum backup pode ser feito: ${error.message}`);
    isSilent = true;
  };

  /** One look or attempt at a time. */
  const run = (work: () => Promise<void>) => {
    const mine: Promise<void> = (running ?? Promise.resolve())
      .then(work)
      .catch(failed)
      .finally(() => {
        if (running === mine) running = null;
      });
    running = mine;
    return mine;
  };

  /** Makes a backup when one is due. Never rejects. */
  const look = async () => {
    if (running || stopping.signal.aborted || now().getTime() < notBefore) return;
    await run(async () => {
      const seen = await place().catch(saySilent);
      if (!seen) return;
      const { backups } = seen;
      isSilent = false;
      const newest = ownOf(backups, shopId, now()).find(({ isCut }) => !isCut);
      if ((newest?.takenAt ?? since) < lastQuietHour(now())) await attempt();
    });
  };

  return {
    look,
    /** Makes one now, as the daily one is made; one that is under way serves too. */
    makeNow() {
      if (step || stopping.signal.aborted) return;
      [step, refused] = ['copy', undefined];
      // After a look that is under way, unless that finds one due.
      const asked = made;
      void run(async () => {
        if (made === asked) await attempt();
      });
    },
    progress: () => ({ step, refused }),
    /** Looks now and every minute. */
    begin() {
      timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
      void look();
    },
    /** Aborts a running backup and waits until it has cleaned up. */
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** The last 3 in the morning in São Paulo. */
function lastQuietHour(now: Date): Date {
  let time = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  while (!shopTimeOf(new Date(time)).startsWith(QUIET_HOUR)) time -= HOUR_MS;
  return new Date(time);
}
