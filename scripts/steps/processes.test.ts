import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

/** Stands in for the server: notes its signals, and takes a moment to finish its sales. */
const SERVER = `
const note = (line) => console.log(line);
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
  args: ['--import', '${join(import.meta.dirname, 'stop-with-parent.mjs')}', '-e', process.env.SERVER],
  endsWithUs: true,
  pausesMs: JSON.parse(process.env.PAUSES_MS),
};
process.exitCode = await runPrograms(program);
`;

test.for<[string, (pid: number) => void]>([
  ['Ctrl+C, which npm hands on as well', (pid: number) => signalTwice(pid, 'SIGINT')],
  ['SIGTERM to the command', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['SIGTERM to the whole group', (pid: number) => process.kill(-pid, 'SIGTERM')],
  ['a closed terminal', (pid: number) => process.kill(-pid, 'SIGHUP')],
])('%s: the server gets one signal and finishes its sales', async ([, stop]) => {
  const { pid, exited, notes } = await start({ exitCode: 0 });
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
  const { exited, server } = await start({ exitCode: 0, pausesMs: [1] });
  process.kill(server(), 'SIGKILL');
  expect(await exited).toBe(128 + 9);
});

test('an open server that dies is started again, and given up when it keeps dying', async () => {
  const started = await start({ exitCode: 0, open: true, pausesMs: [1, 1] });
  const { exited, output, notes, server } = started;
  for (let times = 1; times <= 3; times++) {
    await vi.waitFor(() => expect(notes()).toHaveLength(times), 10_000);
    process.kill(server(), 'SIGKILL');
  }
  expect(await exited).toBe(128 + 9);
  expect(notes().slice(1)).toEqual(Array(2).fill(expect.stringMatching(/^up \d+ after SIGKILL$/)));
  expect(output().match(/O servidor caiu \(SIGKILL\)\. Abrindo de novo/g)).toHaveLength(2);
  expect(output()).toContain('O servidor caiu 3 vezes seguidas, a última por SIGKILL');
});

test('Ctrl+C while a dead server waits to be started again ends the command at once', async () => {
  const started = await start({ exitCode: 0, open: true, pausesMs: [600_000] });
  const { pid, exited, output, notes, server } = started;
  process.kill(server(), 'SIGKILL');
  await vi.waitFor(() => expect(output()).toContain('Abrindo de novo'), 10_000);
  signalTwice(pid, 'SIGINT');
  expect(await exited).toBe(0);
  expect(notes()).toHaveLength(1);
});

test('a killed command does not leave the server behind', async () => {
  const { pid, notes } = await start({ exitCode: 0 });
  process.kill(-pid, 'SIGKILL');
  await vi.waitFor(() => expect(notes().slice(1)).toEqual(['SIGTERM', 'finished']), 10_000);
});

type Started = { exitCode: number; open?: boolean; pausesMs?: number[] };

/** The command as a terminal would start it: at the head of a process group. */
async function start({ exitCode, open = false, pausesMs = [] }: Started) {
  const env = {
    SERVER,
    EXIT_CODE: String(exitCode),
    PAUSES_MS: JSON.stringify(pausesMs),
    SAYS_OPEN: open ? '1' : '',
  };
  const command = spawn(process.execPath, ['--input-type=module', '-e', COMMAND], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  // After a failed test; the server ends with its command.
  onTestFinished(() => void command.kill('SIGKILL'));
  let [noted, output] = ['', ''];
  command.stdout.on('data', (chunk) => (noted += chunk));
  command.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise((resolve) => command.once('close', resolve));
  const notes = () => noted.trim().split('\n');
  const server = () => Number(notes().at(-1)?.split(' ')[1]);
  await vi.waitFor(() => expect(server()).toBeGreaterThan(0), 10_000);
  return { pid: command.pid as number, exited, output: () => output, notes, server };
}

function signalTwice(pid: number, signal: NodeJS.Signals) {
  process.kill(-pid, signal);
  process.kill(pid, signal);
}
