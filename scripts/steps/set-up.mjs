import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuilt } from './build-web.mjs';
import { install, isInstalled } from './install.mjs';
import { oneAtATime } from './one-at-a-time.mjs';
import { projectNode } from './pinned-node.mjs';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * Makes ready what a command needs, if it is not: the dependencies, and the built screens for the
 * commands that serve them.
 * @param {{ web: boolean }} needs
 * @returns {Promise<string>} the Node to run everything on
 */
export async function setUp({ web }) {
  const isReady = () => isInstalled(ROOT) && (!web || isWebBuilt(ROOT));
  if (!isReady()) {
    await oneAtATime(join(ROOT, '.setup.lock'), async () => {
      // Asked again under the lock: another command may have done it while this one waited.
      if (!isInstalled(ROOT)) await install(ROOT);
      if (web && !isWebBuilt(ROOT)) await buildWeb(ROOT, projectNode(ROOT));
    });
  }
  return projectNode(ROOT);
}
