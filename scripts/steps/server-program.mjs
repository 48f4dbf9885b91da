import { join } from 'node:path';
import { ROOT } from './processes.mjs';

const GIVEN = process.argv.slice(2);
const SERVER = join(ROOT, 'apps/server/src');
const STOP_WITH_PARENT = new URL('stop-with-parent.mjs', import.meta.url).href;

/** Half a minute in all: a fault that lasts longer does not pass without help. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * A program of the server's that works on the data of a shop. SIGTERM stops it in order.
 * @param {string} program below apps/server/src
 */
export function shopProgram(program) {
  const args = ['--import', STOP_WITH_PARENT, join(SERVER, program), ...GIVEN];
  return { args, endsWithUs: true };
}

export function serverProgram() {
  return { ...shopProgram('main.ts'), env: dataFolder(), pausesMs: PAUSES_MS };
}

/**
 * The server, restarted when one of its source files changes. Node sends SIGTERM and waits, so that the
 * database is closed as on any other stop.
 */
export function watchedServerProgram() {
  const args = ['--watch', '--watch-preserve-output', join(SERVER, 'main.ts'), ...GIVEN];
  return { args, env: dataFolder() };
}

/** The sample shop has a data folder of its own by default, so that it never mixes with a real one. */
function dataFolder() {
  return GIVEN.includes('--demo') ? { DATA_DIR: process.env.DATA_DIR ?? './data-demo' } : {};
}
