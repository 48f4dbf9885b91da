import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** The system account of PostgreSQL, etcd and Patroni; PostgreSQL refuses root. */
export type Account = { uid?: number; gid?: number };

/** A program in a session of its own, so that Ctrl+C reaches only us; its output goes to `log`. */
export function start(
  program: string,
  args: readonly string[],
  options: { log: string; cwd: string; account?: Account },
): ChildProcess {
  const log = openSync(options.log, 'a');
  const child = spawn(program, args, {
    ...options.account,
    cwd: options.cwd,
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  return child;
}

/** Every process that works in `folder` or below it, or has it in its command line. */
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

/** Signals all of them; SIGKILL until none is left, since one may have started another meanwhile. */
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

/** Free ports of the loopback, all of them different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Polls until the result is truthy; throws after the timeout, with `what` and the last error. */
export async function until<T>(
  what: string,
  poll: () => Promise<T | undefined | false>,
  options: { timeoutMs: number; stopping?: AbortSignal },
): Promise<T> {
  const deadline = performance.now() + options.timeoutMs;
  let reason = '';
  while (performance.now() < deadline) {
    options.stopping?.throwIfAborted();
    try {
      const result = await poll();
      if (result) return result;
    } catch (error) {
      reason = `: ${error instanceof Error ? error.message : error}`;
    }
    await delay(200);
  }
  throw new Error(`Waited ${options.timeoutMs / 1_000} s in vain for ${what}${reason}`);
}
