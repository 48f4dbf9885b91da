import { fileURLToPath } from 'node:url';
import type { ClientConfig } from 'pg';
import { expect } from 'vitest';
import { runProgram } from '../../../testing/program.ts';

const PROGRAM = fileURLToPath(new URL('shop-program.ts', import.meta.url));

/** Opens a shop in a Node process of its own, so that it can be killed. */
export function openShop(dataDir: string, env: Record<string, string> = {}) {
  const program = runProgram(PROGRAM, env, { args: [dataDir], detached: true });
  /** What the program has printed after the name of an event. */
  const find = (event: string) => new RegExp(`^${event} (.*)\n`, 'm').exec(program.printed())?.[1];
  const reached = async (event: string) => {
    const isOver = () => find(event) !== undefined || !program.isRunning();
    await expect.poll(isOver, { timeout: 20_000, interval: 10 }).toBe(true);
    expect(find(event), program.troubles()).toBeDefined();
    return find(event) ?? '';
  };
  return {
    ...program,
    find,
    reached,
    ready: async () => JSON.parse(await reached('ready')) as ClientConfig,
    /** Resolves to the exit code of an orderly end. */
    async close() {
      program.kill('SIGTERM');
      return program.ended();
    },
  };
}
