import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { clusterPaths } from '@balcao/server/src/database/embedded/cluster.ts';
import { type Measured, ratio, type Section } from '../figures.ts';
import { familyOf, megabytesOf } from '../process-memory.ts';
import { openFolder, stopsWithBench } from '../under-way.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MAIN = path.join(ROOT, 'apps/server/src/main.ts');
const ROUNDS = 5;
const PATIENCE_MS = 120_000;
const IDLE_MS = 8_000;

const SERVER = /apps\/server\/src\/main\.ts/;

type Start = { seconds: number; server: number; postgres: number; launcher: number };

/** How long a shop waits in the morning, and what it costs while nobody sells. */
export async function startSection(): Promise<Section> {
  const first: Start[] = [];
  const later: Start[] = [];
  const bare: Start[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { folder: dataDir, remove } = await openFolder();
    try {
      first.push(await start('npm', ['start'], dataDir));
      later.push(await start('npm', ['start'], dataDir, IDLE_MS));
      bare.push(await start(process.execPath, [MAIN], dataDir));
    } finally {
      await remove();
    }
  }
  const seconds = (name: string, starts: Start[]): Measured => ({
    name,
    unit: 's',
    rounds: starts.map((each) => each.seconds),
  });
  const memory = (name: string, of: (start: Start) => number): Measured => ({
    name: `memory at rest: ${name}`,
    unit: 'MB',
    rounds: later.map(of),
  });
  const times = [
    seconds('npm start, first: no data yet', first),
    seconds('npm start, later', later),
    seconds('node main.ts, later', bare),
  ] as const;
  return {
    name: 'Start',
    how: `From the command to the first page that is answered, asked for every 20 ms; node_modules and the built screens are there. ${ROUNDS} rounds, each on a data folder of its own. Memory is the own share (PSS), ${IDLE_MS / 1000} s after the later start.`,
    measured: [
      ...times,
      memory('Node', ({ server }) => server),
      memory('PostgreSQL', ({ postgres }) => postgres),
      memory('npm and what it starts Node with', ({ launcher }) => launcher),
      memory('all', ({ server, postgres, launcher }) => server + postgres + launcher),
    ],
    ratios: [
      ratio('first to later', times[0], times[1]),
      ratio('npm start to node main.ts', times[1], times[2]),
    ],
    notes: ['Without the daily backup, which a real shop makes after its start.'],
  };
}

async function start(
  program: string,
  args: string[],
  dataDir: string,
  idle?: number,
): Promise<Start> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(program, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      BACKUP_KEEP: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stop = stopsWithBench(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  try {
    await firstAnswer(child, port);
    const seconds = (performance.now() - began) / 1000;
    if (!idle) return { seconds, server: 0, postgres: 0, launcher: 0 };
    await setTimeout(idle);
    return { seconds, ...(await memoryOf(child.pid ?? 0, dataDir)) };
  } finally {
    await stop();
  }
}

async function firstAnswer(child: ChildProcess, port: number): Promise<void> {
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  child.stderr?.on('data', (chunk) => (printed += chunk));
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`It did not start:\n${printed}`);
    }
    await setTimeout(20);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(
      { port, host: '127.0.0.1', path: '/login', agent: false },
      (response) => {
        response.resume().on('end', () => resolve(response.statusCode === 200));
      },
    );
    request.on('error', () => resolve(false));
  });
}

async function memoryOf(pid: number, dataDir: string) {
  const file = path.join(clusterPaths(dataDir).folder, 'postmaster.pid');
  const postmaster = Number.parseInt(await readFile(file, 'utf8'), 10);
  const postgres = await familyOf(postmaster);
  const itsPids = new Set(postgres.map((each) => each.pid));
  const ours = (await familyOf(pid)).filter((each) => !itsPids.has(each.pid));
  const sum = async (processes: readonly { pid: number }[]) =>
    (await Promise.all(processes.map((each) => megabytesOf(each.pid)))).reduce((a, b) => a + b, 0);
  return {
    server: await sum(ours.filter(({ command }) => SERVER.test(command))),
    launcher: await sum(ours.filter(({ command }) => !SERVER.test(command))),
    postgres: await sum(postgres),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
