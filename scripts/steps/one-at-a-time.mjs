import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Stop } from './operator-output.mjs';

const HEARTBEAT_MS = 1_000;

/** A holder without a heartbeat for this long was killed. */
const STALE_MS = 10_000;

/**
 * Does the work while no other process does work under the same lock file.
 *
 * The holder is alive while the file has a heartbeat. Process numbers would not do: they mean nothing
 * across the containers that may share a folder, and are soon reused inside one.
 * @template T
 * @param {string} lockFile
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(lockFile, work) {
  for (let attempt = 0; !take(lockFile); attempt++) {
    if (attempt === 0) console.log('Outra preparação está em andamento nesta pasta; aguardando…');
    await wait(200);
  }
  const heartbeat = setInterval(() => {
    try {
      utimesSync(lockFile, new Date(), new Date());
    } catch {
      // The file was removed by hand: the work continues unguarded.
    }
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    rmSync(lockFile, { force: true });
  }
}

/** @param {string} lockFile */
function take(lockFile) {
  const stat = statSync(lockFile, { throwIfNoEntry: false });
  if (stat && Date.now() - stat.mtimeMs > STALE_MS) rmSync(lockFile, { force: true });
  try {
    closeSync(openSync(lockFile, 'wx'));
    return true;
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST') return false;
    throw new Stop(`Não foi possível preparar o Balcão nesta pasta: ${message}`);
  }
}
