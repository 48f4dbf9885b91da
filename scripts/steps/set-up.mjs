import { closeSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isBundle, readSettingsBeside } from './bundle-folder.mjs';
import { Stop } from './operator-output.mjs';
import { ROOT } from './processes.mjs';

/**
 * Runs a command of npm once its needs are met: the dependencies, and the built screens for the commands
 * that serve them. The result of the command is the exit code of the process.
 * @param {{ web: boolean }} needs
 * @param {() => Promise<number>} command
 */
export async function runCommand(needs, command) {
  try {
    if (isBundle) readSettingsBeside();
    else await setUp(needs);
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

/** @param {{ web: boolean }} needs */
async function setUp({ web }) {
  // Not in a bundle, which has no Vite.
  const [{ install, isInstalled }, { buildWeb, isWebBuilt }] = await Promise.all([
    import('./install.mjs'),
    import('./build-web.mjs'),
  ]);
  if (isInstalled(ROOT) && (!web || isWebBuilt())) return;
  await oneAtATime(join(ROOT, '.setup.lock'), async () => {
    // Checked again under the lock: another command may have done it meanwhile.
    if (!isInstalled(ROOT)) await install(ROOT);
    if (web && !isWebBuilt()) await buildWeb();
  });
}

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
