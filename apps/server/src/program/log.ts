import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { openLogFile } from './log-file.ts';

/** One file is kept besides the current one. Both may pass this by what is written between two looks. */
const MAX_BYTES = 20 * 1024 * 1024;
const LOOK_EVERY_MS = 10 * 60_000;

/**
 * The log of requests and troubles: all of it in `balcao.log` of the data folder, and what somebody has
 * to know on the terminal too. Headers are never logged: they hold tokens.
 */
export function openLog(
  dataDir: string,
  { maxBytes = MAX_BYTES, lookEveryMs = LOOK_EVERY_MS } = {},
): Logger {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'balcao.log');
  keepSmall(file, maxBytes);
  const destination = openLogFile(file, {
    onTrouble: ({ message }) =>
      process.stderr.write(`O log não pôde ser escrito em ${file}: ${message}\n`),
    onWell: (lost) => log.warn({ lost }, `linhas do log perdidas: ${lost}`),
  });
  const log: Logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    pino.multistream([
      { level: 'info', stream: destination },
      { level: 'warn', stream: { write: tellTheTerminal } },
    ]),
  );
  setInterval(() => {
    try {
      if (keepSmall(file, maxBytes)) destination.reopen();
    } catch (error) {
      log.warn({ err: error }, 'the log could not be put aside');
    }
  }, lookEveryMs).unref();
  return log;
}

/** A person reads the terminal: the words, and of an error what it says; where it was is in the file. */
function tellTheTerminal(line: string): void {
  const { msg, err, reference } = JSON.parse(line);
  const details = [err?.message, reference && `referência ${reference}`].filter(Boolean).join(', ');
  process.stderr.write(details ? `${msg}: ${details}\n` : `${msg}\n`);
}

/** Never the query's values or PostgreSQL's `detail`, which repeats them: they may be a CPF. */
function describeError(error: Error & { code?: string }) {
  const { name, message, code, stack } = error;
  return { name, message, code, stack };
}

/** Puts the file aside when it is too large; answers whether it did. */
function keepSmall(file: string, maxBytes: number): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return false;
  renameSync(file, `${file}.1`);
  return true;
}
