import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, isAbsolute } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Stop, say } from './words.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {{ code: number, output: string }} Finished */
/**
 * @typedef {{ args: string[], cwd: string, env?: NodeJS.ProcessEnv, endsWithUs?: boolean, pausesMs?: number[] }} Program
 *   endsWithUs: the program listens for our own sudden end (see stop-with-parent.mjs), and tells us when
 *   it is open; pausesMs: how long to wait before it is started again, each time that it died
 */

const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** npm hands on the Ctrl+C that the terminal has already sent to everyone: one press, two signals. */
const SAME_PRESS_MS = 1_000;

/** A program that was open this long was well: its death is the first again. */
const WELL_MS = 60_000;

/**
 * Runs a tool to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, quiet?: boolean, expendable?: boolean }} options
 *   quiet keeps the output for the answer; expendable: what it leaves half done is done anew next time,
 *   so it need not be waited for (npm ci takes a minute to give up)
 * @returns {Promise<Finished>}
 */
export async function runTool(program, args, { cwd, env = {}, quiet = false, expendable = false }) {
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
 * Runs programs that stay up until they are told to stop. When one ends by itself, the others are
 * stopped, and its exit code is the answer; else it is that of the first one named.
 *
 * Each runs in a session of its own, so that Ctrl+C reaches only us and every program is told exactly
 * once, with SIGTERM. We stay until the last one has ended, however long its sales take to settle.
 * @param {string} node
 * @param {Program[]} programs
 * @returns {Promise<number>}
 */
export async function runPrograms(node, programs) {
  const stopping = new AbortController();
  const ends = programs.map((program) => runProgram(node, program, stopping.signal));

  let stoppedAt = 0;
  const release = onStopSignal(() => {
    if (!stoppedAt) {
      stoppedAt = Date.now();
      stopping.abort();
    } else if (Date.now() - stoppedAt > SAME_PRESS_MS) {
      say('Ainda encerrando: as vendas em curso terminam antes. Aguarde…');
    }
  });
  try {
    const firstToEnd = await Promise.race(ends);
    const endedByItself = !stoppedAt;
    stopping.abort();
    const [ofTheFirstNamed = 0] = await Promise.all(ends);
    return endedByItself ? firstToEnd : ofTheFirstNamed;
  } finally {
    release();
  }
}

/**
 * Runs one program to its end. One that dies after it has said that it is open is started again, after
 * each of `pausesMs`; a start that fails is the person's to mend, and is not repeated.
 * @param {string} node
 * @param {Program} program
 * @param {AbortSignal} stopping
 * @returns {Promise<number>} its exit code
 */
async function runProgram(node, program, stopping) {
  const { args, cwd, env = {}, endsWithUs = false, pausesMs = [] } = program;
  let diedOf = '';
  for (let deaths = 0; ; ) {
    const child = spawn(node, args, {
      cwd,
      env: environment(node, { ...env, ...(diedOf && { STARTED_AGAIN_AFTER: diedOf }) }),
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', endsWithUs ? 'ipc' : 'ignore'],
    });
    let openSince = Number.POSITIVE_INFINITY;
    child.on('message', () => (openSince = Date.now()));
    const stop = () => child.kill('SIGTERM');
    stopping.addEventListener('abort', stop);
    const code = await exitOf(child);
    stopping.removeEventListener('abort', stop);

    const wasOpen = Number.isFinite(openSince);
    if (stopping.aborted || code === 0 || !(wasOpen || deaths > 0)) return code;
    if (Date.now() - openSince > WELL_MS) deaths = 0;
    diedOf = child.signalCode ?? `código ${code}`;
    const pauseMs = pausesMs[deaths++];
    if (pauseMs === undefined) {
      if (pausesMs.length > 0) console.error(givenUp(deaths, diedOf));
      return code;
    }
    console.error(`O servidor caiu (${diedOf}). Abrindo de novo em ${pauseMs / 1_000} s…`);
    await pause(pauseMs, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return 0;
  }
}

/**
 * @param {number} deaths
 * @param {string} diedOf
 */
function givenUp(deaths, diedOf) {
  return `O servidor caiu ${deaths} vezes seguidas, a última por ${diedOf}, e não é mais aberto sozinho. O motivo pode estar acima ou em balcao.log, na pasta de dados. As vendas registradas estão guardadas; abra com npm start quando estiver resolvido.`;
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
 * Tools that start further programs by the name `node` shall find the Node that runs them.
 * @param {string} program
 * @param {NodeJS.ProcessEnv} extra
 */
function environment(program, extra) {
  const path = process.env.PATH ?? '';
  const PATH = isAbsolute(program) ? [dirname(program), path].join(delimiter) : path;
  return { ...process.env, PATH, ...extra };
}
