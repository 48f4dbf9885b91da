import { appendFile, closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** The file and the one before it, `<name>.1`, are kept; each may exceed this by one batch of lines. */
const MAX_BYTES = 20 * 1024 * 1024;
/** Beyond this, waiting lines are dropped: a disk that hangs must not fill the memory. */
const MOST_WAITING = 1024 * 1024;
/** Lines are gathered for this long, so that a busy counter does not write to the disk at every request. */
const GATHER_MS = 100;

/**
 * Opens a file to which lines are appended in order without blocking. On a full disk lines are lost and
 * the shop continues; pino's own destination would throw, and at the exit retry for ever. `onFailure` is
 * called when the first line is lost, `onRecovery` with the number of lost lines after the next success.
 */
export function openLogFile(
  name: string,
  options: {
    maxBytes?: number;
    onFailure: (error: Error) => void;
    onRecovery: (lost: number) => void;
  },
): { write(line: string): void } {
  const { maxBytes = MAX_BYTES, onFailure, onRecovery } = options;
  let file = openSync(name, 'a', 0o600);
  let size = fstatSync(file).size;
  let waiting = '';
  let isBusy = false;
  let lost = 0;

  const lose = (lines: string, error: Error) => {
    if (lost === 0) onFailure(error);
    lost += lines.split('\n').length - 1;
  };

  const putAside = () => {
    size = 0;
    try {
      renameSync(name, `${name}.1`);
      const full = file;
      file = openSync(name, 'a', 0o600);
      closeSync(full);
    } catch (error) {
      onFailure(error as Error);
    }
  };

  const writeBatch = () => {
    if (waiting === '') {
      isBusy = false;
      return;
    }
    if (size > maxBytes) putAside();
    const lines = waiting;
    waiting = '';
    // A batch that failed may have been cut in the middle of a line.
    appendFile(file, lost > 0 ? `\n${lines}` : lines, (error) => {
      if (error) {
        lose(lines, error);
      } else {
        size += Buffer.byteLength(lines);
        const recovered = lost;
        lost = 0;
        if (recovered > 0) onRecovery(recovered);
      }
      setTimeout(writeBatch, GATHER_MS);
    });
  };

  process.on('exit', () => {
    try {
      if (waiting !== '') writeSync(file, waiting);
    } catch {
      // Only the log could have reported this.
    }
  });

  return {
    write(line) {
      if (waiting.length + line.length > MOST_WAITING) {
        lose(line, new Error('o disco está lento demais'));
        return;
      }
      waiting += line;
      if (!isBusy) setTimeout(writeBatch, GATHER_MS);
      isBusy = true;
    },
  };
}
