import type { Log } from '../database/embedded/log.ts';
import { inWords } from './error-words.ts';

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A path as a shell takes it. */
export function quoted(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What has to be known goes to the terminal; what is merely being done does not. */
export const terminalLog: Log = {
  info: () => {},
  warn: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
};

/** Waits for `work` no longer than until the command is broken off; what it holds is closed by the caller. */
export function orInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  return Promise.race([work, interrupted]);
}

/**
 * Runs a command to its end; `failed` begins the line that says why it did not get there. The first SIGINT
 * or SIGTERM breaks it off in order: nothing half done is left, and no scratch server.
 */
export async function runProgram(
  failed: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const breaking = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => breaking.abort(new Error('interrompido.')));
  }
  try {
    await work(breaking.signal);
  } catch (error) {
    process.exitCode = 1;
    const reason = breaking.signal.aborted ? breaking.signal.reason : error;
    process.stderr.write(`\n${failed}: ${inWords(reason)}\n`);
    // A mistake in the program has to say where.
    if (reason instanceof TypeError) process.stderr.write(`${reason.stack}\n`);
    // A statement that was not waited for would keep the process going.
    if (breaking.signal.aborted) process.exit();
  }
}
