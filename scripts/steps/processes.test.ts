import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Stands in for the server: notes what it is told, and takes a moment to settle its sales. */
const SERVER = `
import { appendFileSync } from 'node:fs';
const note = (line) => appendFileSync(process.env.NOTES, line + '\\n');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    note(signal);
    setTimeout(() => { note('settled'); process.exit(Number(process.env.EXIT_CODE)); }, 500);
  });
}
setInterval(() => {}, 1_000);
note('up ' + process.pid);
`;

/** Stands in for npm start. */
const COMMAND = `
import { runPrograms } from '${join(import.meta.dirname, 'processes.mjs')}';
import { runCommand } from '${join(import.meta.dirname, 'words.mjs')}';
const program = {
  args: ['--import', '${join(import.meta.dirname, 'stop-with-parent.mjs')}', process.env.SERVER],
  cwd: process.cwd(),
  endsWithUs: true,
};
await runCommand(() => runPrograms(process.execPath, [program]));
`;

let folder: string;
let command: ChildProcess;
const notes = () => readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n');
const server = () => Number(notes()[0]?.split(' ')[1]);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'processes-'));
});

afterEach(() => {
  // Nothing is left where a test failed half-way; the server follows by itself.
  if (command.exitCode === null && command.signalCode === null) command.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.for<[string, (pid: number) => void]>([
  ['Ctrl+C, which npm hands on as well', (pid: number) => signalTwice(pid, 'SIGINT')],
  ['SIGTERM to the command', (pid: number) => process.kill(pid, 'SIGTERM')],
  ['SIGTERM to the whole group', (pid: number) => process.kill(-pid, 'SIGTERM')],
  ['a closed terminal', (pid: number) => process.kill(-pid, 'SIGHUP')],
])('%s: the server is told once and settles', async ([, stop]) => {
  const { pid, exited } = await start({ exitCode: 0 });
  stop(pid);
  expect(await exited).toBe(0);
  expect(notes().slice(1)).toEqual(['SIGTERM', 'settled']);
});

test("the server's own exit code is the command's", async () => {
  const { pid, exited } = await start({ exitCode: 7 });
  process.kill(pid, 'SIGTERM');
  expect(await exited).toBe(7);
});

test('a killed server makes the command fail', async () => {
  const { exited } = await start({ exitCode: 0 });
  process.kill(server(), 'SIGKILL');
  expect(await exited).toBe(128 + 9);
});

test('a killed command does not leave the server behind', async () => {
  const { pid } = await start({ exitCode: 0 });
  process.kill(-pid, 'SIGKILL');
  await vi.waitFor(() => expect(notes().slice(1)).toEqual(['SIGTERM', 'settled']), 10_000);
});

/** The command as a terminal would start it: at the head of a process group. */
async function start({ exitCode }: { exitCode: number }) {
  const program = join(folder, 'server.mjs');
  writeFileSync(program, SERVER);
  writeFileSync(join(folder, 'command.mjs'), COMMAND);
  const env = { NOTES: join(folder, 'notes'), SERVER: program, EXIT_CODE: String(exitCode) };
  command = spawn(process.execPath, [join(folder, 'command.mjs')], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...env },
  });
  const exited = new Promise((resolve) => command.once('exit', resolve));
  await vi.waitFor(() => expect(server()).toBeGreaterThan(0), 10_000);
  return { pid: command.pid as number, exited };
}

function signalTwice(pid: number, signal: NodeJS.Signals) {
  process.kill(-pid, signal);
  process.kill(pid, signal);
}
