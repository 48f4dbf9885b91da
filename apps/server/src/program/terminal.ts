import path from 'node:path';
import { type Config, readConfig } from './config.ts';
import { inWords } from './error-words.ts';
import type { Log } from './log.ts';

// Who reads us through a pipe may have read enough: `doctor | head`. A shop goes on without its terminal.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** npm changes into the folder of package.json; INIT_CWD is the folder where it was called. */
export function pathFromCaller(name: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
}

/** Quotes a path for the shell. */
export function quoted(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export const terminalLog: Log = {
  info: () => {},
  warn: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
};

/**
 * Runs a command to its end. If it fails, `failed` begins the line that gives the reason. The first SIGINT or
 * SIGTERM aborts the signal, so that the command can clean up and leave no scratch server.
 */
export async function runProgram(
  failed: string,
  work: (config: Config, signal: AbortSignal) => Promise<void>,
  exitCode = 1,
): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => interrupted.abort(new Error('interrompido.')));
  }
  try {
    await work(readConfig(process.env, process.cwd()), interrupted.signal);
  } catch (error) {
    process.exitCode = exitCode;
    const reason = interrupted.signal.aborted ? interrupted.signal.reason : error;
    process.stderr.write(`\n${failed}: ${inWords(reason)}\n`);
    // A bug in the program needs its stack.
    if (reason instanceof TypeError) process.stderr.write(`${reason.stack}\n`);
    // A statement that is still running would keep the process alive.
    if (interrupted.signal.aborted) process.exit();
  }
}
