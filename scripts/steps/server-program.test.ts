import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeShopFolder } from '../../apps/server/src/database/embedded/testing/shop-folder.ts';
import { runProgram } from '../../apps/server/src/testing/program.ts';

/** npm start without the set-up. */
const COMMAND = `
import { runPrograms } from '${join(import.meta.dirname, 'processes.mjs')}';
import { serverProgram } from '${join(import.meta.dirname, 'server-program.mjs')}';
process.exitCode = await runPrograms(serverProgram([]));
`;
const OPENING = { timeout: 60_000 };

async function start(settings: Record<string, string>) {
  const dataDir = await makeShopFolder();
  const env = { PORT: '0', BACKUP_KEEP: '0', DATA_DIR: dataDir, ...settings };
  const program = runProgram('--input-type=module', env, { args: ['-e', COMMAND] });
  const output = () => program.printed() + program.troubles();
  const origins = () => [...output().matchAll(/está aberto em (\S+)/g)].map(([, origin]) => origin);
  return { ...program, dataDir, output, origins };
}

function childOf(parent: number): number {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = processes.trim().split('\n');
  const found = pairs.map((pair) => pair.trim().split(/\s+/).map(Number));
  return found.find(([, of]) => of === parent)?.[0] ?? 0;
}

const isWell = async (origin = '') => (await fetch(`${origin}/api/health/`)).status;

test('a killed server is opened again, which the terminal and the log say', async () => {
  const shop = await start({});
  await vi.waitFor(() => expect(shop.origins()).toHaveLength(1), OPENING);
  const first = childOf(shop.pid);
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(shop.origins()).toHaveLength(2), OPENING);
  expect(childOf(shop.pid)).not.toBe(first);
  expect(await isWell(shop.origins()[1])).toBe(200);
  expect(shop.output()).toContain('O servidor caiu (SIGKILL). Abrindo de novo em 2 s…');
  const log = readFileSync(join(shop.dataDir, 'balcao.log'), 'utf8').split('\n');
  const lines = log.filter((line) => line.includes('foi aberto de novo'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ diedOf: 'SIGKILL' }]);
  shop.kill('SIGTERM');
  expect(await shop.ended()).toBe(0);
}, 240_000);

test('a start that is refused is not repeated', async () => {
  const shop = await start({ PORT: 'três mil' });
  expect(await shop.ended()).toBe(1);
  expect(shop.output()).toContain('PORT precisa ser um número');
  expect(shop.output()).not.toContain('de novo');
});
