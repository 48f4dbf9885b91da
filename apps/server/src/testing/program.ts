import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { callApi, type TestShop } from './app.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');
/** Without it every start strips the types from the same modules again, a third of its processor time. */
const COMPILED = path.resolve(import.meta.dirname, '../../../../node_modules/.cache/compiled');

/** Variables that an administrator's shell may have for other servers; each would break our connections. */
const POSTGRES_VARIABLES = {
  PGHOST: 'banco.exemplo',
  PGPORT: '1',
  PGUSER: 'ninguem',
  PGPASSWORD: 'nenhuma',
  PGDATABASE: 'outro',
  PGOPTIONS: '-c default_transaction_read_only=on -c synchronous_commit=off',
  PGAPPNAME: 'outro',
  PGSSLMODE: 'require',
  PGSSLNEGOTIATION: 'direct',
  PGCLIENT_ENCODING: 'LATIN1',
  PGREPLICATION: 'database',
  PGTZ: 'Asia/Tokyo',
  PGDATA: '/nada',
};

/** Runs a program of ours in a process of its own and ends it after the test. */
export function runProgram(
  file: string,
  env: Record<string, string>,
  {
    args = [] as string[],
    account = {} as { uid?: number; gid?: number },
    whenOver = onTestFinished as (close: () => Promise<void>) => void,
  } = {},
) {
  const child = spawn(process.execPath, [file, ...args], {
    ...account,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: COMPILED,
      ...POSTGRES_VARIABLES,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let troubles = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (troubles += chunk));
  const closed = once(child, 'close');
  whenOver(async () => {
    // SIGKILL would leave its PostgreSQL running.
    child.kill('SIGTERM');
    await closed;
  });
  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    troubles: () => troubles,
    isRunning: () => child.exitCode === null,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves to the exit code, or the signal that ended it. */
    async ended(): Promise<number | string | null> {
      await closed;
      return child.exitCode ?? child.signalCode;
    },
  };
}

export type OpenProgram = Awaited<ReturnType<ReturnType<typeof startProgram>['opened']>>;

/** Starts the server, on a free port unless `env` names one. */
export function startProgram(
  env: Record<string, string>,
  options?: Parameters<typeof runProgram>[2],
) {
  const program = runProgram(MAIN, { PORT: '0', ...env }, options);
  return {
    ...program,
    /** Waits until it is open. If it ends before, throws an error with its output. */
    async opened() {
      // The last line of its output; on a busy machine the lines arrive one by one.
      const settled = () =>
        program.printed().includes('Ctrl+C para fechar') || !program.isRunning();
      await vi.waitUntil(settled, { timeout: 120_000, interval: 20 });
      const printed = program.printed();
      const origin = /está aberto em (\S+)/.exec(printed)?.[1];
      if (!origin) throw new Error(`The server ended:\n${printed}${program.troubles()}`);
      const call: TestShop['call'] = (name, sent) => callApi(origin, name, sent);
      return { origin, call };
    },
  };
}
