// npm run times: runs what npm test always runs, and writes what each file took to docs/times.md, beside the trials.
import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { readPassed } from '../trials/run-trials.mjs';
import { findBrowser } from './steps/browser.mjs';
import { fix } from './steps/checks.mjs';
import { ROOT } from './steps/processes.mjs';
import { runCommand } from './steps/set-up.mjs';
import { e2eResults, sum, vitestResults, WITHOUT_TRIALS } from './steps/tests.mjs';

/** @typedef {{ file: string, ms: number }} Time */

const SHOWN = 15;

await runCommand({ web: true }, async () => {
  const browser = await findBrowser();
  const trials = Object.entries(readPassed());
  const groups = [
    {
      what: 'Unit and server tests',
      times: await vitestResults(WITHOUT_TRIALS),
    },
    {
      what: 'Browser, the specification',
      times: await e2eResults(browser, ['e2e/specification/']),
    },
    {
      what: 'Trials',
      times: trials.map(([file, { seconds }]) => ({ file, ms: seconds * 1000 })),
    },
  ];
  writeFileSync(join(ROOT, 'docs/times.md'), page(groups));
  console.log('docs/times.md');
  // Its columns one below the other.
  return fix(['docs/times.md']);
});

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
    `Written by \`npm run times\` on ${day}, on ${availableParallelism()} cores (load at the end: ${load.toFixed(1)}). Seconds of each file, while others ran beside it; a trial has those of the run in which it last passed.`,
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
    ? `${seconds(time.ms)} ${time.file.replace(/^(?:apps|e2e)\/|\.(?:test|spec)\.ts$/g, '')}`
    : '';
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}

/** @param {string[]} cells */
function line(cells) {
  return `| ${cells.join(' | ')} |`;
}
