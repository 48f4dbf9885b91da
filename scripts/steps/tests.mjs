import { join } from 'node:path';
import { runTool } from './processes.mjs';
import { ROOT } from './set-up.mjs';

/**
 * All Vitest tests, or those that the arguments pick.
 * @param {string} node
 * @param {string[]} args
 */
export async function unitTests(node, args = []) {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  return (await runTool(node, [vitest, 'run', ...args], { cwd: ROOT })).code;
}

/**
 * The Playwright tests, or those that the arguments pick.
 * @param {string} node
 * @param {string} browser
 * @param {string[]} args
 */
export async function e2eTests(node, browser, args = []) {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const env = { CHROMIUM_PATH: browser };
  return (await runTool(node, [playwright, 'test', ...args], { cwd: join(ROOT, 'e2e'), env })).code;
}
