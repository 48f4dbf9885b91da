import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Stop } from './operator-output.mjs';
import { projectNode } from './pinned-node.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/**
 * @typedef {{ args: string[], cwd?: string, env?: NodeJS.ProcessEnv, asks?: boolean, endsWithUs?: boolean, restartPauseMs?: number }} Program
 *   asks: the program may ask for a confirmation in our terminal; endsWithUs: it ends when our process dies (stop-with-parent.mjs), and sends a message when it
 *   is open; restartPauseMs: the pause before each restart after it died
 */

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** npm forwards the Ctrl+C that the terminal has already sent to the whole group: two signals a press. */
const SAME_PRESS_MS = 1_000;

/** We stay this long after a press: the second signal would kill a process that is just ending. */
const SECOND_SIGNAL_MS = 300;

/**
 * Runs a tool to its end. Throws a Stop when a signal ends us meanwhile.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, expendable?: boolean }} options
 *   quiet: its output is returned instead of shown; expendable: killed on a signal without a chance to
 *   finish, since the next run repeats its work (npm ci takes a minute to give up)
 */
export async function runTool(program, args, options = {}) {
  const { cwd = ROOT, env = {}, quiet = false, expendable = false } = options;
  const child = spawn(program, args, {
    cwd,
    env: environment(program, env),
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));

  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy;
  const release = onStopSignal((signal) => {
    stoppedBy ??= signal;
    if (expendable) child.kill('SIGKILL');
    // In a terminal the tool shares our process group and has got its own Ctrl+C.
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
  try {
    const code = await exitOf(child);
    if (stoppedBy) throw new Stop('Interrompido.', 128 + constants.signals[stoppedBy]);
    return { code, output };
  } finally {
    release();
  }
}

/**
 * The same on our Node, where the first argument is a script, e.g. 'bench/bench.ts'.
 * @param {string[]} args
 * @param {Parameters<typeof runTool>[2]} options
 */
export function runNode(args, options = {}) {
  return runTool(projectNode(ROOT), args, options);
}

/**
 * Runs a script of this repository with the arguments of the command; returns its exit code.
 * @param {string} script
 * @param {NodeJS.ProcessEnv} env
 */
export async function runScript(script, env = {}) {
  return (await runNode([script, ...process.argv.slice(2)], { env })).code;
}

/**
 * Runs programs that stay up until they get SIGTERM. When one ends before that, the others are stopped,
 * and its exit code is returned; otherwise the exit code of the first program.
 *
 * Each runs in a session of its own, so that Ctrl+C reaches only us and every program gets exactly one
 * SIGTERM. We stay until the last one has ended, however long its sales take to finish.
 * @param {Program[]} programs
 */
export async function runPrograms(...programs) {
  const stopping = new AbortController();
  const ends = programs.map((program) => runProgram(program, stopping.signal));

  let stoppedAt = 0;
  // Never taken off: the second signal of a press may come after the programs have ended.
  onStopSignal(() => {
    if (!stoppedAt) {
      stoppedAt = Date.now();
      stopping.abort();
    } else if (Date.now() - stoppedAt > SAME_PRESS_MS) {
      console.log('Ainda encerrando: as vendas em curso terminam antes. Aguarde…');
    }
  });
  const firstToEnd = await Promise.race(ends);
  const wasStopped = stoppedAt > 0;
  stopping.abort();
  const [ofTheFirstProgram = 0] = await Promise.all(ends);
  if (wasStopped) await pause(Math.max(stoppedAt + SECOND_SIGNAL_MS - Date.now(), 0));
  return wasStopped ? ofTheFirstProgram : firstToEnd;
}

/**
 * Runs one program to its end. One that was open once and dies is restarted, as often as it dies. A first start
 * that fails is not repeated, since only the operator can help.
 * @param {Program} program
 * @param {AbortSignal} stopping
 * @returns {Promise<number>} its exit code
 */
async function runProgram(program, stopping) {
  const { args, cwd = ROOT, env = {}, asks, endsWithUs = false, restartPauseMs } = program;
  const node = projectNode(ROOT);
  let wasOpen = false;
  let diedOf = '';
  for (;;) {
    const child = spawn(node, args, {
      cwd,
      env: environment(node, { ...env, ...(diedOf && { STARTED_AGAIN_AFTER: diedOf }) }),
      detached: true,
      stdio: [asks ? 'inherit' : 'ignore', 'inherit', 'inherit', endsWithUs ? 'ipc' : 'ignore'],
    });
    child.on('message', () => (wasOpen = true));
    const stop = () => child.kill('SIGTERM');
    stopping.addEventListener('abort', stop);
    const code = await exitOf(child);
    stopping.removeEventListener('abort', stop);

    if (stopping.aborted || code === 0 || !wasOpen || !restartPauseMs) return code;
    diedOf = child.signalCode ?? `código ${code}`;
    console.error(`O servidor caiu (${diedOf}). Abrindo de novo em ${restartPauseMs / 1_000} s…`);
    await pause(restartPauseMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return 0;
  }
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>} its exit code, or 128 + the number of the signal that ended it
 */
function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve(code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)]);
    });
  });
}

/** @param {(signal: NodeJS.Signals) => void} handle */
function onStopSignal(handle) {
  for (const signal of STOP_SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, handle);
  };
}

/**
 * A tool that starts further programs by the name `node` must find the Node that runs it.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} extra
 */
function environment(program, extra) {
  const path = process.env.PATH ?? '';
  const PATH = isAbsolute(program) ? [dirname(program), path].join(delimiter) : path;
  return { ...process.env, PATH, ...extra };
}
