import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TRIAL_FILES } from '../../trials/guards.mjs';
import { ROOT, runNode } from './processes.mjs';

/**
 * All Vitest tests but the trials, or whichever the arguments pick.
 * @param {string[]} args
 */
export function unitTests(args = []) {
  const picks = args.some((arg) => !arg.startsWith('-'));
  return vitest(picks ? args : [...args, ...TRIAL_FILES.map((file) => `--exclude=${file}`)]);
}

/** @param {string[]} args */
export async function vitest(args) {
  return (await runNode(['node_modules/vitest/vitest.mjs', 'run', ...args])).code;
}

/**
 * @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: { status: string }[] }} TestResult
 *   of a file, whose `name` is its path
 */

/**
 * Runs Vitest with one more reporter, and returns what became of each file.
 * @param {(reporters: string[]) => Promise<unknown>} run
 * @returns {Promise<TestResult[]>}
 */
export async function testResults(run) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-tests-'));
  try {
    const report = join(folder, 'report.json');
    await run(['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
    return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).testResults : [];
  } finally {
    rmSync(folder, { recursive: true });
  }
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
