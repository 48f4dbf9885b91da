import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const MAIN = path.resolve(import.meta.dirname, '../../apps/server/src/main.ts');
const STOP_WITH_PARENT = path.resolve(
  import.meta.dirname,
  '../../scripts/steps/stop-with-parent.mjs',
);

export type ServerProcess = {
  /** Its address; rejects with what it printed when it ends before it listens. */
  opened: Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** Becomes the exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/**
 * The server as somebody starts it, on a free port and in a session of its own: Ctrl+C is for us, who
 * then stop it. `imports` are modules to be loaded before its own.
 */
export function startServer(env: Record<string, string>, imports: string[] = []): ServerProcess {
  const modules = [STOP_WITH_PARENT, ...imports].flatMap((module) => ['--import', module]);
  const child = spawn(process.execPath, [...modules, MAIN], {
    env: { PATH: process.env.PATH, PORT: '0', BACKUP_KEEP: '0', ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let printed = '';
  const { promise: opened, resolve, reject } = Promise.withResolvers<string>();
  // Who kills it while it opens does not wait for it.
  opened.catch(() => {});
  const read = (chunk: Buffer) => {
    printed += chunk;
    const origin = /está aberto em (\S+)/.exec(printed)?.[1];
    if (origin) resolve(origin);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  const ended = once(child, 'close').then(() => {
    reject(new Error(`The server ended:\n${printed}`));
    return child.exitCode ?? child.signalCode ?? '';
  });
  return { opened, ended, kill: (signal) => child.kill(signal) };
}
