import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { callApi, type TestShop } from './app.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');

/** Variables that an administrator's shell may have for other servers; each would break our connections. */
export const POSTGRES_VARIABLES = {
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

/** Starts the server in its own process, on a free port unless `env` names one. */
export function startProgram(
  env: Record<string, string>,
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
  args: string[] = [],
  account: { uid?: number; gid?: number } = {},
) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    ...account,
    env: { PATH: process.env.PATH, PORT: '0', ...POSTGRES_VARIABLES, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  let troubles = '';
  child.stdout.on('data', (chunk) => {
    printed += chunk;
  });
  child.stderr.on('data', (chunk) => {
    troubles += chunk;
  });
  const closed = once(child, 'close');
  const originPrinted = () => /está aberto em (\S+)/.exec(printed)?.[1];
  whenOver(async () => {
    // SIGKILL would leave its PostgreSQL running.
    child.kill('SIGTERM');
    await closed;
  });
  return {
    printed: () => printed,
    troubles: () => troubles,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves to the exit code, or the signal that ended it. */
    async ended(): Promise<number | string | null> {
      await closed;
      return child.exitCode ?? child.signalCode;
    },
    /** Waits until it is open. If it ends before, throws an error with its output. */
    async opened() {
      // The last line of its output; on a busy machine the lines arrive one by one.
      const settled = () => printed.includes('Ctrl+C para fechar') || child.exitCode !== null;
      await vi.waitUntil(settled, { timeout: 120_000, interval: 20 });
      const origin = originPrinted();
      if (!origin) throw new Error(`The server ended:\n${printed}${troubles}`);
      const call: TestShop['call'] = (name, sent) => callApi(origin, name, sent);
      return { origin, call };
    },
  };
}
