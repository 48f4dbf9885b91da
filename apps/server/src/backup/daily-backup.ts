import { rm } from 'node:fs/promises';
import { businessDayOf, shopTimeOf } from '@balcao/domain/dates/business-day.ts';
import { inWords } from '../program/error-words.ts';
import type { Log } from '../program/log.ts';
import type { FailureNote } from './failure-note.ts';
import { ownBackups } from './found-backups.ts';
import type { MadeBackup } from './make-backup.ts';
import type { OnProgress, Step } from './progress.ts';
import { isWhole } from './verified-backups.ts';
import { BackupUnderWay } from './working-folder.ts';

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
  make: (signal: AbortSignal, onProgress: OnProgress) => Promise<MadeBackup>;
  now?: () => Date;
  log: Log;
}) {
  const { backupDir, note, shopId, keep, since, make, now = () => new Date(), log } = options;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let notBefore = 0;
  let step: Step | undefined;
  let made = 0;
  /** Why the backup that somebody asked for was not begun. */
  let refused: string | undefined;

  /**
   * The backups to remove: those older than the whole ones of `keep` days, of which one may have several by hand. A
   * broken one does not count, and stays.
   */
  const beyondKept = async (): Promise<string[]> => {
    const own = await ownBackups(backupDir, shopId, now());
    const old: string[] = [];
    const days = new Set<string>();
    for (const { file, isCut, takenAt } of own) {
      const day = businessDayOf(takenAt);
      if (days.size === keep && !days.has(day)) old.push(file);
      else if (!isCut && (await isWhole(file, now(), stopping.signal))) days.add(day);
      else log.warn(`${file} está cortado ou danificado, e não conta.`);
    }
    return old;
  };

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
      // The new one stays even if the clock was put back and makes it look old.
      const removed = (await beyondKept()).filter((each) => each !== file);
      for (const each of removed) await rm(each);
      if (removed.length > 0) log.info(`Backups antigos removidos: ${removed.join(', ')}.`);
    } catch (error) {
      if (error instanceof BackupUnderWay) {
        refused = inWords(error);
        log.info(`O backup fica para depois: ${refused}`);
      } else {
        await failed(error);
      }
    } finally {
      step = undefined;
    }
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
      const newest = (await ownBackups(backupDir, shopId, now())).find(({ isCut }) => !isCut);
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
