import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';

/** npm start without the set-up. */
const COMMAND = `
import { runPrograms } from '${join(import.meta.dirname, 'processes.mjs')}';
import { serverProgram } from '${join(import.meta.dirname, 'server-program.mjs')}';
process.exitCode = await runPrograms(serverProgram());
`;
const OPENING = { timeout: 60_000 };

function start(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-start-'));
  // When root runs the tests, PostgreSQL runs as another user, who has to enter this folder.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'command.mjs'), COMMAND);
  const dataDir = join(folder, 'data');
  const child = spawn(process.execPath, [join(folder, 'command.mjs')], {
    env: { PATH: process.env.PATH, PORT: '0', BACKUP_KEEP: '0', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    dataDir,
    output: () => output,
    stop: () => child.kill('SIGTERM'),
    ended,
    server: () => childOf(child.pid),
    origins: () => [...output.matchAll(/está aberto em (\S+)/g)].map(([, origin]) => origin),
  };
}

function childOf(parent: number | undefined): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = processes.trim().split('\n');
  const found = pairs.map((pair) => pair.trim().split(/\s+/).map(Number));
  return found.find(([, of]) => of === parent)?.[0] ?? 0;
}

const isWell = async (origin = '') => (await fetch(`${origin}/api/health/`)).status;

test('a killed server is opened again, which the terminal and the log say', async () => {
  const shop = start({});
  await vi.waitFor(() => expect(shop.origins()).toHaveLength(1), OPENING);
  const first = shop.server();
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(shop.origins()).toHaveLength(2), OPENING);
  expect(shop.server()).not.toBe(first);
  expect(await isWell(shop.origins()[1])).toBe(200);
  expect(shop.output()).toContain('O servidor caiu (SIGKILL). Abrindo de novo em 1 s…');
  const log = readFileSync(join(shop.dataDir, 'balcao.log'), 'utf8').split('\n');
  const lines = log.filter((line) => line.includes('foi aberto de novo'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ diedOf: 'SIGKILL' }]);
  shop.stop();
  expect(await shop.ended).toBe(0);
}, 120_000);

test('a start that is refused is not repeated', async () => {
  const shop = start({ PORT: 'três mil' });
  expect(await shop.ended).toBe(1);
  expect(shop.output()).toContain('PORT precisa ser um número');
  expect(shop.output()).not.toContain('de novo');
});
