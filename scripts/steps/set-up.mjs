import { join } from 'node:path';
import { isBundle, readSettingsBeside } from './bundle-folder.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
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
