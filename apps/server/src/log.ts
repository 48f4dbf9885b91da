import { mkdirSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import pino, { type Logger } from 'pino';

/** One file is kept besides the current one, so the log never takes more than twice this. */
const MAX_BYTES = 20 * 1024 * 1024;

/**
 * The log of requests and troubles: all of it in `balcao.log` of the data folder, and what somebody has
 * to know on the terminal too. Headers are never logged: they hold tokens.
 */
export function openLog(dataDir: string): Logger {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'balcao.log');
  keepSmall(file);
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describeError } },
    pino.multistream([
      { level: 'info', stream: pino.destination({ dest: file, sync: false }) },
      { level: 'warn', stream: process.stderr },
    ]),
  );
}

/** Never the query's values or PostgreSQL's `detail`, which repeats them: they may be a CPF. */
function describeError(error: Error & { code?: string }) {
  const { name, message, code, stack } = error;
  return { name, message, code, stack };
}

function keepSmall(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_BYTES) renameSync(file, `${file}.1`);
}
