import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { TRIAL_FILES } from '../../trials/guards.mjs';
import { ROOT, runNode } from './processes.mjs';

/** For Vitest. */
export const WITHOUT_TRIALS = TRIAL_FILES.map((file) => `--exclude=${file}`);

/**
 * All Vitest tests but the trials, or whichever the arguments pick.
 * @param {string[]} args
 */
export function unitTests(args = []) {
  const picks = args.some((arg) => !arg.startsWith('-'));
  return vitest(picks ? args : [...args, ...WITHOUT_TRIALS]);
}

/** @param {string[]} args */
async function vitest(args) {
  return (await runNode(['node_modules/vitest/vitest.mjs', 'run', ...args])).code;
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

/**
 * The main tasks in Firefox and WebKit, where they are installed; with --all both have to be.
 * @param {string[]} args
 */
export async function browserTests(args = []) {
  return (await runNode(['e2e/browsers/browsers-program.ts', ...args])).code;
}

/**
 * @typedef {{ file: string, ms: number, passed: number, skipped: number, failed: boolean }} TestResult
 *   of a file, named from the root; `ms` beside what else ran
 */

/**
 * Runs Vitest, and returns what became of each file.
 * @param {string[]} args
 * @returns {Promise<TestResult[]>}
 */
export async function vitestResults(args) {
  /** @typedef {{ name: string, status: string, startTime: number, endTime: number, assertionResults: { status: string }[] }} Reported */
  /** @type {{ testResults: Reported[] } | undefined} */
  const report = await reportOf((path) =>
    vitest([...args, '--reporter=default', '--reporter=json', `--outputFile.json=${path}`]),
  );
  return (report?.testResults ?? []).map(
    ({ name, status, startTime, endTime, assertionResults }) => {
      const passed = assertionResults.filter((each) => each.status === 'passed').length;
      return {
        file: relative(ROOT, name),
        ms: endTime - startTime,
        passed,
        skipped: assertionResults.length - passed,
        failed: status === 'failed',
      };
    },
  );
}

/**
 * Runs Playwright, and returns what became of each file.
 * @param {string} browser
 * @param {string[]} args
 * @returns {Promise<TestResult[]>}
 */
export async function e2eResults(browser, args) {
  /** @typedef {{ tests: { status: string, results: { duration: number }[] }[] }} Spec */
  /** @typedef {{ file: string, suites?: Suite[], specs: Spec[] }} Suite */
  /** @type {{ suites: Suite[] } | undefined} */
  const report = await reportOf((path) => {
    process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = path;
    return e2eTests(browser, [...args, '--reporter=list,json']);
  });
  /** @param {Suite} suite @returns {Spec['tests']} */
  const testsOf = ({ specs, suites = [] }) => [
    ...specs.flatMap(({ tests }) => tests),
    ...suites.flatMap(testsOf),
  ];
  return (report?.suites ?? []).map((suite) => {
    const tests = testsOf(suite);
    const count = (/** @type {string} */ status) =>
      tests.filter((each) => each.status === status).length;
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
    return {
      file: `e2e/${suite.file}`,
      ms: sum(durations),
      passed: count('expected'),
      skipped: count('skipped'),
      failed: tests.length > count('expected') + count('skipped'),
    };
  });
}

/**
 * What a runner has written into the file that it was given, or undefined.
 * @param {(path: string) => Promise<unknown>} run
 */
async function reportOf(run) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-tests-'));
  try {
    const path = join(folder, 'report.json');
    await run(path);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
