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
  let noise = '';
  createInterface(child.stdout).on('line', (line) => events.push(JSON.parse(line)));
  child.stderr.on('data', (chunk) => {
    noise += chunk;
  });
  const closed = once(child, 'close');
  const find = (event: string) => events.find((each) => each.event === event)?.value;
  const reached = async (event: string) => {
    const settled = () =>
      events.some((each) => each.event === event) || child.exitCode !== null || noise !== '';
    await expect.poll(settled, { timeout: 20_000, interval: 10 }).toBe(true);
    expect(events.map((each) => each.event)).toContain(event);
    expect(noise).toBe('');
    return find(event);
  };
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    pid: child.pid ?? 0,
    find,
    ready: async () => (await reached('ready')) as ClientConfig,
    refused: async () => String(await reached('refused')),
    reached,
    async kill() {
      child.kill('SIGKILL');
      await closed;
    },
    /** Exit code of an orderly end. */
    async close() {
      child.stdin.end();
      await closed;
      return child.exitCode;
    },
    closed,
  };
}
