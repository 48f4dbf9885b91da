import { join } from 'node:path';
import { ROOT, runNode } from './processes.mjs';

/**
 * All Vitest tests, or those that the arguments pick.
 * @param {string[]} args
 */
export async function unitTests(args = []) {
  return (await runNode(['node_modules/vitest/vitest.mjs', 'run', ...args])).code;
}

/**
 * The main tasks in Firefox and WebKit, where they are installed; with --all both have to be.
 * @param {string[]} args
 */
export async function browserTests(args = []) {
  return (await runNode(['e2e/browsers/browsers-program.ts', ...args])).code;
}

/**
 * The Playwright tests, or those that the arguments pick.
 * @param {string} browser
 * @param {string[]} args
 */
export async function e2eTests(browser, args = []) {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const options = { cwd: join(ROOT, 'e2e'), env: { CHROMIUM_PATH: browser } };
  return (await runNode([playwright, 'test', ...args], options)).code;
}
