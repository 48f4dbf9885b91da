import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Stands in for the server: notes its signals, and takes a moment to finish its sales. */
const SERVER = `
import { appendFileSync } from 'node:fs';
const note = (line) => appendFileSync(process.env.NOTES, line + '\\n');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    note(signal);
    setTimeout(() => { note('finished'); process.exit(Number(process.env.EXIT_CODE)); }, 500);
  });
}
setInterval(() => {}, 1_000);
note('up ' + process.pid + (process.env.STARTED_AGAIN_AFTER ? ' after ' + process.env.STARTED_AGAIN_AFTER : ''));
if (process.env.SAYS_OPEN) process.send('open');
`;

/** Stands in for npm start. */
const COMMAND = `
import { runPrograms } from '${join(import.meta.dirname, 'processes.mjs')}';
const program = {
  args: ['--import', '${join(import.meta.dirname, 'stop-with-parent.mjs')}', process.env.SERVER],
  endsWithUs: true,
  restartPauseMs: Number(process.env.RESTART_PAUSE_MS),
};
process.exitCode = await runPrograms(program);
`;

let folder: string;
let command: ChildProcess;
const notes = () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
const server = () => Number(notes().at(-1)?.split(' ')[1]);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'));
});

afterEach(() => {
  // After a failed test; the server ends with its command.
  if (command.exitCode === null && command.signalCode === null) command.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.for<[string, (pid: number) => void]>([
  ['Ctrl+C, which npm hands on as well', (pid: number) => signalTwice(pid, 'SIGINT')],
  ['SIGTERM to the command', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['SIGTERM to the whole group', (pid: number) => process.kill(-pid, 'SIGTERM')],
  ['a closed terminal', (pid: number) => process.kill(-pid, 'SIGHUP')],
])('%s: the server gets one signal and finishes its sales', async ([, stop]) => {
  const { pid, exited } = await start({ exitCode: 0 });
  stop(pid);
  expect(await exited).toBe(0);
  expect(notes().slice(1)).toEqual(['SIGTERM', 'finished']);
});

test("the server's own exit code is the command's", async () => {
  const { pid, exited } = await start({ exitCode: 7 });
  process.kill(pid, 'SIGTERM');
  expect(await exited).toBe(7);
});

test('a server killed before it was open makes the command fail', async () => {
  const { exited } = await start({ exitCode: 0, restartPauseMs: 1 });
  process.kill(server(), 'SIGKILL');
  expect(await exited).toBe(128 + 9);
});

test('an open server that dies is started again, as often as it dies', async () => {
  const { pid, exited, output } = await start({ exitCode: 0, open: true, restartPauseMs: 1 });
  for (let times = 1; times <= 7; times++) {
    await vi.waitFor(() => expect(notes()).toHaveLength(times), 10_000);
    if (times < 7) process.kill(server(), 'SIGKILL');
  }
  process.kill(pid, 'SIGTERM');
  expect(await exited).toBe(0);
  expect(notes().slice(1, 7)).toEqual(
    Array(6).fill(expect.stringMatching(/^up \d+ after SIGKILL$/)),
  );
  expect(output().match(/O servidor caiu \(SIGKILL\)\. Abrindo de novo/g)).toHaveLength(6);
});

test('Ctrl+C while a dead server waits to be started again ends the command at once', async () => {
  const { pid, exited, output } = await start({ exitCode: 0, open: true, restartPauseMs: 600_000 });
  process.kill(server(), 'SIGKILL');
  await vi.waitFor(() => expect(output()).toContain('Abrindo de novo'), 10_000);
  signalTwice(pid, 'SIGINT');
  expect(await exited).toBe(0);
  expect(notes()).toHaveLength(1);
});

test('a killed command does not leave the server behind', async () => {
  const { pid } = await start({ exitCode: 0 });
  process.kill(-pid, 'SIGKILL');
  await vi.waitFor(() => expect(notes().slice(1)).toEqual(['SIGTERM', 'finished']), 10_000);
});

type Started = { exitCode: number; open?: boolean; restartPauseMs?: number };

/** The command as a terminal would start it: at the head of a process group. */
async function start({ exitCode, open = false, restartPauseMs = 0 }: Started) {
  const program = join(folder, 'server.mjs');
  writeFileSync(program, SERVER);
  writeFileSync(join(folder, 'command.mjs'), COMMAND);
  const env = {
    NOTES: join(folder, 'notes'),
    SERVER: program,
    EXIT_CODE: String(exitCode),
    RESTART_PAUSE_MS: String(restartPauseMs),
    SAYS_OPEN: open ? '1' : '',
  };
  command = spawn(process.execPath, [join(folder, 'command.mjs')], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  let output = '';
  command.stderr?.on('data', (chunk) => (output += chunk));
  const exited = new Promise((resolve) => command.once('exit', resolve));
  await vi.waitFor(() => expect(server()).toBeGreaterThan(0), 10_000);
  return { pid: command.pid as number, exited, output: () => output };
}

function signalTwice(pid: number, signal: NodeJS.Signals) {
  process.kill(-pid, signal);
  process.kill(pid, signal);
}
