import { closeSync, openSync, write, writeSync } from 'node:fs';

/** What may wait to be written. Beyond it lines are dropped: a disk that hangs must not fill the memory. */
const MOST_WAITING = 1024 * 1024;
/** Lines wait this long for others, so that a busy counter does not write to the disk at every request. */
const GATHER_MS = 100;

export type LogFile = {
  write(line: string): void;
  /** Goes on in a new file of the same name, after the old one was renamed. */
  reopen(): void;
};

/**
 * Appends lines to a file, in their order, and lets nobody wait for it. On a full disk the lines are lost
 * and the shop goes on; pino's own destination throws there, and at the end tries for ever. `onTrouble` is
 * called at the first line that is lost, `onWell` with how many were, once there is room again.
 */
export function openLogFile(
  name: string,
  { onTrouble, onWell }: { onTrouble: (error: Error) => void; onWell: (lost: number) => void },
): LogFile {
  let fd = openSync(name, 'a');
  let waiting = '';
  /** The file of the write under way, which may have been put aside meanwhile. */
  let busy: number | null = null;
  let gathering = false;
  /** The last line broke off in the middle: the next must not go on there. */
  let torn = false;
  let lost = 0;

  const lose = (lines: string, error: Error) => {
    const first = lost === 0;
    lost += Math.max(1, lines.split('\n').length - 1);
    if (first) onTrouble(error);
  };

  const gather = () => {
    if (gathering || busy !== null) return;
    gathering = true;
    setTimeout(pump, GATHER_MS);
  };

  const pump = () => {
    gathering = false;
    if (busy !== null || waiting === '') return;
    const bytes = Buffer.from(torn ? `\n${waiting}` : waiting);
    const file = fd;
    waiting = '';
    busy = file;
    const push = (from: number) => {
      write(file, bytes, from, bytes.length - from, null, (error, written) => {
        if (!error && from + written < bytes.length) return push(from + written);
        busy = null;
        if (file !== fd) closeSync(file);
        const before = lost;
        if (error) {
          torn ||= from > 0;
          lose(bytes.toString('utf8', from), error);
        } else {
          torn = false;
          lost = 0;
          if (before > 0) onWell(before);
        }
        if (waiting !== '') gather();
      });
    };
    push(0);
  };

  process.on('exit', () => {
    try {
      if (waiting !== '') writeSync(fd, waiting);
    } catch {
      // Nobody is left to be told.
    }
  });

  return {
    write(line) {
      if (waiting.length + line.length > MOST_WAITING) {
        return lose(line, new Error('o disco está lento demais'));
      }
      waiting += line;
      gather();
    },
    reopen() {
      const old = fd;
      fd = openSync(name, 'a');
      if (old !== busy) closeSync(old);
    },
  };
}
