// npm run trials [-- NAME ...], and those of npm test: which are due, and what passed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from '../scripts/steps/browser.mjs';
import { Stop } from '../scripts/steps/operator-output.mjs';
import { ROOT, runNode } from '../scripts/steps/processes.mjs';
import { e2eResults, sum, vitestResults } from '../scripts/steps/tests.mjs';
import { browserTrials } from './browser-trials.mjs';
import { FOUNDATION, TRIALS } from './guards.mjs';

/** @typedef {import('./guards.mjs').Trial} Trial */
/**
 * @typedef {Trial & { hash: string | undefined }} HashedTrial
 *   with the hash of what it guards, taken before the run: what is edited meanwhile was not tried; undefined without git
 */

/** @returns {Trial[]} */
export const allTrials = () => [...TRIALS, ...browserTrials()];

const PASSED = 'trials/passed.json';
const NO_GIT = 'sem o git, que diz o que ele guarda';

/** Those whose guarded files are no longer as they were when the trial passed. Says of each why, in one line. */
export function dueTrials() {
  const passed = readPassed();
  const local = allTrials().filter(({ network }) => !network);
  return local.map(hashed).filter((trial) => {
    const { name, hash } = trial;
    const last = passed[name]?.hash;
    if (hash !== undefined && hash === last) return false;
    console.log(`– ensaio ${name}: ${hash === undefined ? NO_GIT : why(trial, last)}`);
    return true;
  });
}

/** All without names. @param {string[]} names */
export function trialsNamed(names) {
  const trials = allTrials();
  const unknown = names.filter((name) => !trials.some((trial) => trial.name === name));
  if (unknown.length > 0) {
    const known = trials.map(({ name }) => name).join(', ');
    throw new Stop(`Não há o ensaio ${unknown.join(', ')}. Há: ${known}.`);
  }
  return trials.filter(({ name }) => names.length === 0 || names.includes(name)).map(hashed);
}

/**
 * Runs the trials and notes those that passed.
 * @param {readonly HashedTrial[]} trials
 * @returns {Promise<number>} the exit code
 */
export async function runTrials(trials) {
  const possible = trials.filter(isPossible);
  const files = possible.flatMap((trial) => trial.files ?? []);
  const folders = possible.flatMap(({ specs }) => specs ?? []);
  const results = [
    ...(files.length > 0 ? await vitestResults(files) : []),
    ...(folders.length > 0 ? await e2eResults(await findBrowser(), folders) : []),
  ];
  let exitCode = 0;
  for (const { name, files, specs = '', script, hash } of possible) {
    const own = files
      ? files.map((file) => results.find((result) => result.file === file))
      : results.filter(({ file }) => file.startsWith(`${specs}/`));
    const began = performance.now();
    const isSound = script
      ? (await runNode([script])).code === 0
      : own.length > 0 && own.every((result) => result?.failed === false);
    const skipped = sum(own.map((result) => result?.skipped ?? 0));
    const isTried = Boolean(script) || own.some((result) => result && result.passed > 0);
    if (!isSound) exitCode = 1;
    // Where every test lacked its program nothing was shown, and the trial stays due.
    else if (isTried && hash) {
      const ms = script ? performance.now() - began : sum(own.map((result) => result?.ms ?? 0));
      note(name, { hash, seconds: Math.round(ms / 1000) });
    }
    const less = skipped === 0 ? '' : `, ${skipped} testes pulados`;
    const tried = isTried ? '✓' : '–';
    console.log(`${isSound ? tried : '✗'} ensaio ${name}${less}`);
  }
  return exitCode;
}

/** @param {Trial} trial */
function isPossible({ name, needs = [] }) {
  const missing = needs.filter((program) => !existsSync(program));
  if (missing.length === 0) return true;
  console.log(`– ensaio ${name}: não roda nesta máquina (falta ${missing.join(', ')})`);
  return false;
}

/**
 * @typedef {{ hash: string, seconds: number }} Passed
 *   what a trial guarded when it last passed, and the times of its files in that run, together
 * @returns {Record<string, Passed>} by its name
 */
export function readPassed() {
  return JSON.parse(readFileSync(join(ROOT, PASSED), 'utf8'));
}

/**
 * @param {string} name
 * @param {Passed} passed
 */
function note(name, passed) {
  const entries = Object.entries({ ...readPassed(), [name]: passed }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  writeFileSync(join(ROOT, PASSED), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`);
}

/** @param {Trial} trial */
export function patternsOf({ guards }) {
  return [...FOUNDATION, ...guards];
}

/** @param {Trial} trial */
export function guardedFiles(trial) {
  const { files = [], script } = trial;
  // A test can break no trial but its own.
  const guarded = filesOf(patternsOf(trial)).filter((file) => !/\.test\.tsx?$/.test(file));
  if (guarded.length === 0) return [];
  return [...new Set([...guarded, ...files, ...(script ? [script] : [])])].sort();
}

/**
 * Files by name: those of git, and the new ones that a commit of everything would add.
 * @param {string[]} patterns
 */
export function filesOf(patterns) {
  const kinds = ['--cached', '--others', '--exclude-standard'];
  const listed = new Set(git('ls-files', '-z', ...kinds, '--', ...patterns).split('\0'));
  return [...listed].filter((file) => file && existsSync(join(ROOT, file))).sort();
}

/** @param {Trial} trial @returns {HashedTrial} */
function hashed(trial) {
  return { ...trial, hash: hashOf(trial) };
}

/** Of the contents, so that a fresh clone has the same; undefined without git. @param {Trial} trial */
function hashOf(trial) {
  const hash = createHash('sha256');
  const files = guardedFiles(trial);
  if (files.length === 0) return undefined;
  for (const file of files) {
    const content = createHash('sha256')
      .update(withoutVersion(file, readFileSync(join(ROOT, file))))
      .digest('hex');
    hash.update(`${content} ${file}\n`);
  }
  return hash.digest('hex').slice(0, 32);
}

/**
 * A file to hash; of npm's files all but our own version, since a release changes nothing else in them.
 * @param {string} file
 * @param {Buffer} content
 */
export function withoutVersion(file, content) {
  if (!/(?:^|\/)package(?:-lock)?\.json$/.test(file)) return content;
  return JSON.stringify(
    JSON.parse(content.toString()),
    /** @this {{ name?: unknown }} @param {string} key @param {unknown} value */
    function (key, value) {
      const isOwn = key === 'version' && /^(?:@balcao\/|balcao$)/.test(String(this.name));
      return isOwn || key.startsWith('@balcao/') ? '' : value;
    },
  );
}

/**
 * The files that changed since the commit that brought the hash, where git has that commit.
 * @param {Trial} trial
 * @param {string | undefined} hash
 */
function why(trial, hash) {
  if (hash === undefined) return 'ainda não passou';
  const commit = git('log', '-1', '--format=%H', `-S${hash}`, '--', PASSED).trim();
  if (!commit) return 'mudou o que ele guarda';
  const changed = git('diff', '--name-only', commit, '--', ...patternsOf(trial))
    .trim()
    .split('\n');
  const more = changed.length > 1 ? ` e mais ${changed.length - 1}` : '';
  return `mudou ${changed[0] || 'o que ele guarda'}${more}`;
}

/** What git says, also to root of somebody else's clone; '' where there is none. @param {string[]} args */
function git(...args) {
  try {
    const all = ['-c', 'safe.directory=*', ...args];
    /** @type {import('node:child_process').ExecFileSyncOptionsWithStringEncoding} */
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', all, { cwd: ROOT, maxBuffer: 2 ** 26, ...options });
  } catch {
    return '';
  }
}
