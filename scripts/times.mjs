// npm run times: runs every test, trials too, and writes what each file took to docs/times.md.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { TRIAL_FILES } from '../trials/guards.mjs';
import { findBrowser } from './steps/browser.mjs';
import { ROOT } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';
import { e2eTests, testResults, vitest } from './steps/tests.mjs';

/** @typedef {{ file: string, ms: number }} Time */

const SHOWN = 25;

await runCommand({ web: true }, async () => {
  const browser = await findBrowser();
  const all = await timesOfVitest();
  const browserTests = await timesOfPlaywright(browser);
  const groups = [
    { what: 'Unit and server tests', times: all.filter(({ file }) => !TRIAL_FILES.includes(file)) },
    { what: 'Trials', times: all.filter(({ file }) => TRIAL_FILES.includes(file)) },
    { what: 'Browser tests', times: browserTests },
  ];
  writeFileSync(join(ROOT, 'docs/times.md'), page(groups));
  console.log('docs/times.md');
  return 0;
});

/** @returns {Promise<Time[]>} */
async function timesOfVitest() {
  const results = await testResults(vitest);
  return results.map(({ name, startTime, endTime }) => {
    return { file: relative(ROOT, name), ms: endTime - startTime };
  });
}

/** @param {string} browser */
async function timesOfPlaywright(browser) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-times-'));
  try {
    const report = join(folder, 'report.json');
    process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = report;
    await e2eTests(browser, ['--reporter=list,json']);
    /** @typedef {{ file: string, suites?: Suite[], specs: { tests: { results: { duration: number }[] }[] }[] }} Suite */
    /** @type {{ suites: Suite[] }} */
    const { suites } = JSON.parse(readFileSync(report, 'utf8'));
    /** @param {Suite} suite @returns {number} */
    const msOf = ({ specs, suites: inner = [] }) =>
      sum(
        specs.flatMap(({ tests }) =>
          tests.flatMap(({ results }) => results.map((each) => each.duration)),
        ),
      ) + sum(inner.map(msOf));
    return suites.map((suite) => ({ file: `e2e/${suite.file}`, ms: msOf(suite) }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {{ what: string, times: Time[] }[]} groups */
function page(groups) {
  const [load = 0] = loadavg();
  const day = new Date().toISOString().slice(0, 10);
  const sorted = groups.map(({ what, times }) => {
    return { what, times: times.toSorted((a, b) => b.ms - a.ms) };
  });
  const rows = Array.from({ length: SHOWN }, (_, at) => sorted.map(({ times }) => cell(times[at])));
  return [
    '# What the tests take',
    '',
    `Written by \`npm run times\` on ${day}, on ${availableParallelism()} cores (load at the end: ${load.toFixed(1)}). Seconds of each file, while others ran beside it.`,
    '',
    line(
      sorted.map(
        ({ what, times }) =>
          `${what} (${times.length}: ${seconds(sum(times.map(({ ms }) => ms)))} s)`,
      ),
    ),
    line(sorted.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n');
}

/** @param {Time | undefined} time */
function cell(time) {
  return time
    ? `${seconds(time.ms)} ${time.file.replace(/^apps\/|\.(?:test|spec)\.ts$/g, '')}`
    : '';
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}

/** @param {string[]} cells */
function line(cells) {
  return `| ${cells.join(' | ')} |`;
}
