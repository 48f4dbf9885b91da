import path from 'node:path';
import pino, { type Logger } from 'pino';
import { makeDataFolder } from './data-folder.ts';
import { openLogFile } from './log-file.ts';

/** Receives messages for the operator, in Portuguese. */
export type Log = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

/** A log for scratch servers: their warnings and errors become information, the rest is dropped. */
export function quietLog(log: Log): Log {
  const info = (message: string) => log.info(message);
  return { info: () => {}, warn: info, error: info };
}

/**
 * Opens the log of requests and errors: everything goes to `balcao.log` in the data folder, warnings and
 * errors to the terminal too. Headers are never logged, because they hold tokens.
 */
export function openLog(dataDir: string, options: { maxBytes?: number } = {}): Logger {
  makeDataFolder(dataDir);
  const file = path.join(dataDir, 'balcao.log');
  const stream = openLogFile(file, {
    ...options,
    onFailure: ({ message }) =>
      process.stderr.write(`O log não pôde ser escrito em ${file}: ${message}\n`),
    onRecovery: (lost) => log.warn({ lost }, `linhas do log perdidas: ${lost}`),
  });
  const log: Logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    pino.multistream([
      { level: 'info', stream },
      { level: 'warn', stream: { write: writeToTerminal } },
    ]),
  );
  return log;
}

/**
 * Writes the message, and of an error its own message; the stack is in the file. What is `announced` stands in the
 * terminal at the end of the start.
 */
function writeToTerminal(line: string): void {
  const { msg, err, reference, announced } = JSON.parse(line);
  if (announced) return;
  const details = [err?.message, reference && `referência ${reference}`].filter(Boolean).join(', ');
  const more = details && (msg.endsWith('.') ? ` (${details})` : `: ${details}`);
  process.stderr.write(`${msg}${more}\n`);
}

/** Leaves out the query's values and PostgreSQL's `detail`, which repeats them: they may be a CPF. */
function describeError(error: Error & { code?: string }) {
  const { name, message, code, stack } = error;
  return { name, message, code, stack };
}
