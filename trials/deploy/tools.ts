import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Debian keeps nginx outside the PATH of ordinary users. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

export function deployed(file: string): Promise<string> {
  return readFile(path.join(ROOT, 'deploy', file), 'utf8');
}

/** Runs a tool to its end; a tool that is missing or fails has another code than 0. */
export async function runTool(program: string, args: string[], extra: NodeJS.ProcessEnv = {}) {
  try {
    const done = await promisify(execFile)(program, args, { env: { ...env, ...extra } });
    return { code: 0, output: done.stdout + done.stderr };
  } catch (error) {
    const { code, stdout = '', stderr = '', message } = error as Error & Record<string, string>;
    return { code, output: stdout + stderr || message };
  }
}

/** Why tests with a tool are skipped; undefined if it is installed. */
export async function whyNo(program: string, ...version: string[]): Promise<string | undefined> {
  const { code, output } = await runTool(program, version);
  return code === 0 ? undefined : `${program} is not installed here (${output.trim()})`;
}

/** Starts a program that stays up until the test is over; returns what it prints. */
export function keepRunning(
  program: string,
  args: string[],
  extra: NodeJS.ProcessEnv = {},
  endedBy: NodeJS.Signals = 'SIGTERM',
) {
  const child = spawn(program, args, {
    env: { ...env, ...extra },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.on('data', (chunk) => (printed += chunk));
  child.stderr.on('data', (chunk) => (printed += chunk));
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill(endedBy);
    await closed;
  };
  onTestFinished(stop);
  return {
    pid: child.pid,
    stop,
    printed: () => printed,
    isRunning: () => child.exitCode === null,
  };
}

export async function freePort(): Promise<number> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
