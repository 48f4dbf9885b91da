import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ClientConfig } from 'pg';
import { expect, onTestFinished } from 'vitest';

const PROGRAM = fileURLToPath(new URL('shop-program.ts', import.meta.url));

/** Opens a shop in a Node process of its own, so that it can be killed. */
export function openShop(dataDir: string, env: NodeJS.ProcessEnv = process.env) {
  const child = spawn(process.execPath, [PROGRAM, dataDir], { env, detached: true });
  const events: { event: string; value: unknown }[] = [];
  let errors = '';
  createInterface(child.stdout).on('line', (line) => events.push(JSON.parse(line)));
  child.stderr.on('data', (chunk) => (errors += chunk));
  const closed = once(child, 'close');
  const find = (event: string) => events.find((each) => each.event === event)?.value;
  const reached = async (event: string) => {
    const happened = () => events.some((each) => each.event === event);
    const isOver = () => happened() || child.exitCode !== null || errors !== '';
    await expect.poll(isOver, { timeout: 20_000, interval: 10 }).toBe(true);
    expect({ happened: happened(), errors }).toEqual({ happened: true, errors: '' });
    return find(event);
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
  };
  onTestFinished(kill);
  return {
    pid: child.pid ?? 0,
    find,
    reached,
    closed,
    kill,
    ready: async () => (await reached('ready')) as ClientConfig,
    /** Resolves to the exit code of an orderly end. */
    async close() {
      child.stdin.end();
      await closed;
      return child.exitCode;
    },
  };
}
