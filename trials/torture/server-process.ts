import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAIN = path.join(ROOT, 'apps/server/src/main.ts');
const STOP_WITH_PARENT = path.join(ROOT, 'scripts/steps/stop-with-parent.mjs');

export type ServerProcess = {
  /** Its address; rejects with its output when it ends before it listens. */
  opened: Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>;
};

/**
 * The server on a free port and in a session of its own, so that Ctrl+C reaches only us, who then stop it.
 * `imports` are modules to load before the server.
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
  // Nobody may be waiting for it when it is killed during its start.
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
