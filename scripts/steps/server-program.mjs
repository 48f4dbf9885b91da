import { join } from 'node:path';
import { ROOT } from './set-up.mjs';

const STOP_WITH_PARENT = new URL('stop-with-parent.mjs', import.meta.url).href;

/** Half a minute in all: what is still wrong then does not pass by itself. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * How the server is run.
 * @param {string[]} args for the server; with --demo the data folder is another one by default, so that
 *   the sample shop never mixes with a real one
 */
export function serverProgram(args) {
  return {
    args: ['--import', STOP_WITH_PARENT, join(ROOT, 'apps/server/src/main.ts'), ...args],
    cwd: ROOT,
    env: dataFolder(args),
    endsWithUs: true,
    pausesMs: PAUSES_MS,
  };
}

/**
 * The same, started again whenever one of its source files changes. Node sends SIGTERM and waits, so
 * the database is closed as well as on any other stop.
 * @param {string[]} args
 */
export function watchedServerProgram(args) {
  return {
    args: ['--watch', '--watch-preserve-output', join(ROOT, 'apps/server/src/main.ts'), ...args],
    cwd: ROOT,
    env: dataFolder(args),
  };
}

/** @param {string[]} args */
function dataFolder(args) {
  return args.includes('--demo') ? { DATA_DIR: process.env.DATA_DIR ?? './data-demo' } : {};
}

/**
 * A command on the data of a shop: it breaks off in order when it is told to stop.
 * @param {'backup' | 'restore'} name
 * @param {string[]} args
 */
export function backupProgram(name, args) {
  const program = join(ROOT, `apps/server/src/backup/${name}-program.ts`);
  return { args: ['--import', STOP_WITH_PARENT, program, ...args], cwd: ROOT, endsWithUs: true };
}
