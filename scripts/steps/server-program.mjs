import { join } from 'node:path';
import { ROOT } from './processes.mjs';

const SERVER = join(ROOT, 'apps/server/src');
const STOP_WITH_PARENT = new URL('stop-with-parent.mjs', import.meta.url).href;

/** Somebody who reads the terminal can press Ctrl+C in it. */
const RESTART_PAUSE_MS = 2_000;

/**
 * A program of the server's that works on the data of a shop. SIGTERM stops it in order.
 * @param {string} program below apps/server/src
 * @param {string[]} args
 */
export function shopProgram(program, args) {
  return { args: ['--import', STOP_WITH_PARENT, join(SERVER, program), ...args], endsWithUs: true };
}

/** @param {string[]} args */
export function serverProgram(args) {
  const program = shopProgram('main.ts', args);
  return { ...program, env: dataFolder(args), restartPauseMs: RESTART_PAUSE_MS };
}

/**
 * The server, restarted when one of its source files changes. Node sends SIGTERM and waits, so that the
 * database is closed as on any other stop.
 * @param {string[]} args
 */
export function watchedServerProgram(args) {
  const watching = ['--watch', '--watch-preserve-output', join(SERVER, 'main.ts')];
  return { args: [...watching, ...args], env: dataFolder(args) };
}

/** The sample shop has a data folder of its own by default, so that it never mixes with a real one. @param {string[]} args */
function dataFolder(args) {
  return args.includes('--demo') ? { DATA_DIR: process.env.DATA_DIR ?? './data-demo' } : {};
}
