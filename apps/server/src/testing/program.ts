import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { callApi, type TestShop } from './app.ts';

const MAIN = path.resolve(import.meta.dirname, '../main.ts');

/**
 * Where the tests lie in a folder that only root may enter, PostgreSQL's user is lent a capability, and a
 * warning says so: that is about the machine, not about what is tested.
 */
function withoutLentCapability(troubles: string): string {
  return troubles.replace(/^.*para atravessar as pastas.*\n/gm, '');
}

/**
 * What an administrator's shell may hold for other servers: each would keep a connection of ours from
 * opening, or change what is said on it.
 */
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

/** The server as somebody starts it: a process of its own, on a free port unless `env` names one. */
export function startProgram(
  env: Record<string, string>,
  whenOver: (close: () => Promise<void>) => void = onTestFinished,
  args: string[] = [],
  account: { uid?: number; gid?: number } = {},
) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    ...account,
    // Nothing of the tests' own settings; without a PATH nothing could be started.
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
    // An orderly end first: SIGKILL would leave the PostgreSQL of the test behind.
    child.kill('SIGTERM');
    await closed;
  });
  return {
    printed: () => printed,
    troubles: () => withoutLentCapability(troubles),
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** Resolves to the exit code, or the signal that ended it. */
    async ended(): Promise<number | string | null> {
      await closed;
      return child.exitCode ?? child.signalCode;
    },
    /** Waits until it is open; fails with what it printed when it ends instead. */
    async opened() {
      // The last line of what it says then: a busy machine lets them come one by one.
      const settled = () => printed.includes('Ctrl+C para fechar') || child.exitCode !== null;
      await vi.waitUntil(settled, { timeout: 120_000, interval: 20 });
      const origin = originPrinted();
      if (!origin) throw new Error(`The server ended:\n${printed}${troubles}`);
      const call: TestShop['call'] = (name, sent) => callApi(origin, name, sent);
      return { origin, call };
    },
  };
}
