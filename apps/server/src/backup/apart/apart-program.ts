// Runs one task for the process that forked us (apart.ts), and ends with it.
import type { Log } from '../../program/log.ts';
import type { Step } from '../progress.ts';
import { BackupUnderWay } from '../why-not.ts';
import { type Given, type TaskName, tasks } from './tasks.ts';

export type Request =
  | { [Name in TaskName]: { name: Name; given: Given<Name> } }[TaskName]
  | { stop: true };
export type Response =
  | { isUp: true }
  | { level: keyof Log; line: string }
  | { step: Step }
  | { answer: unknown }
  | { failure: Failure; isUnderWay: boolean };
/** What inWords and explainFailure ask of an error. */
type Failure = Record<'message' | 'code' | 'path' | 'syscall', string>;

/** For an aborted backup to stop its scratch server, when nobody waits for us any more. */
const ALONE_MS = 20_000;

const stopping = new AbortController();
const stop = () => stopping.abort(new Error('interrompido.'));
process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('disconnect', () => {
  stop();
  // An ordinary exit would wait for the threads that hang.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), ALONE_MS).unref();
});
process.on('message', (request: Request) => {
  if ('stop' in request) stop();
  else void run(request);
});
respond({ isUp: true });

async function run({ name, given }: Exclude<Request, { stop: true }>): Promise<void> {
  const line = (level: keyof Log) => (text: string) => respond({ level, line: text });
  let current: Step | undefined;
  const onProgress = (step: Step) => {
    // Called with every chunk of a backup.
    if (step !== current) respond({ step });
    current = step;
  };
  const log: Log = { info: line('info'), warn: line('warn'), error: line('error') };
  const task = tasks[name] as (given: unknown, work: object) => Promise<unknown>;
  try {
    respond({ answer: await task(given, { log, onProgress, signal: stopping.signal }) }, () =>
      process.exit(),
    );
  } catch (error) {
    // A bug in the program needs its stack.
    if (error instanceof TypeError) log.error(`${error.stack}`);
    const { message, code = '', path = '', syscall = '' } = error as NodeJS.ErrnoException;
    const failure = { message, code, path, syscall };
    respond({ failure, isUnderWay: error instanceof BackupUnderWay }, () => process.exit());
  }
}

function respond(response: Response, whenSent: () => void = () => {}): void {
  if (process.connected) process.send?.(response, whenSent);
  else whenSent();
}
