import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Stop, say } from './words.mjs';

const HEARTBEAT_MS = 1_000;

/** A holder that has not shown a sign of life for this long was killed. */
const STALE_MS = 10_000;

/**
 * Does the work while no other process does work under the same lock file.
 *
 * A heartbeat, not a process number, says whether the holder lives: numbers mean nothing across the
 * containers that may share a folder, and are soon used again inside one.
 * @template T
 * @param {string} lockFile
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(lockFile, work) {
  await take(lockFile);
  const heartbeat = setInterval(() => touch(lockFile), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(lockFile, { force: true });
  }
}

/** @param {string} lockFile */
async function take(lockFile) {
  for (let attempt = 0; ; attempt++) {
    try {
      closeSync(openSync(lockFile, 'wx'));
      return;
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'EEXIST') {
        throw new Stop(`Não foi possível preparar o Balcão nesta pasta: ${message}`);
      }
    }
    if (isStale(lockFile)) {
      rmSync(lockFile, { force: true });
      continue;
    }
    if (attempt === 0) say('Outra preparação está em andamento nesta pasta; aguardando…');
    await wait(200);
  }
}

/** @param {string} lockFile */
function isStale(lockFile) {
  const stat = statSync(lockFile, { throwIfNoEntry: false });
  return stat !== undefined && Date.now() - stat.mtimeMs > STALE_MS;
}

/** @param {string} lockFile */
function touch(lockFile) {
  try {
    utimesSync(lockFile, new Date(), new Date());
  } catch {
    // Somebody removed the file by hand: the work goes on, only unguarded.
  }
}
