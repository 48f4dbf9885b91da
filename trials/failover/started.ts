import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The account that PostgreSQL and its keepers run under; it refuses root. */
export type Account = { uid?: number; gid?: number };

/** A program in a session of its own, so that a Ctrl+C is ours to handle; what it says goes to `log`. */
export function start(
  program: string,
  args: readonly string[],
  options: { log: string; cwd: string; account?: Account; env?: Record<string, string> },
): ChildProcess {
  const log = openSync(options.log, 'a');
  const child = spawn(program, args, {
    ...options.account,
    cwd: options.cwd,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...options.env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

/** Every process that works in `folder` or below, or names it in its command: nobody else's do. */
async function processesOf(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (`${cwd}/`.startsWith(`${folder}/`) || command.includes(`${folder}/`)) found.push(pid);
  }
  return found;
}

/** Sends a signal to all of them; SIGKILL until none is left, since each may have started one more. */
export async function signalAll(folder: string, signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT') {
  for (;;) {
    const pids = await processesOf(folder);
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has ended meanwhile.
      }
    }
    if (signal !== 'SIGKILL' || pids.length === 0) return;
    await delay(20);
  }
}

/** Ports of the loopback that nobody listens on, all of them different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Asks again and again until the answer is one; says `what` was waited for when it never is. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | false>,
  options: { timeoutMs: number; stopping?: AbortSignal },
): Promise<T> {
  const deadline = performance.now() + options.timeoutMs;
  let reason = '';
  while (performance.now() < deadline) {
    options.stopping?.throwIfAborted();
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : error}`;
    }
    await delay(200);
  }
  throw new Error(`Waited ${options.timeoutMs / 1_000} s in vain for ${what}${reason}`);
}
