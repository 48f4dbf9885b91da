import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { measuredOf, ratio, type Section } from '../figures.ts';
import { familyOf, megabytesOf } from '../processes.ts';
import { MAIN, postmasterOf, type StartedServer, startServer } from '../shop.ts';
import { openFolder } from '../under-way.ts';

const ROUNDS = 5;
const IDLE_MS = 8_000;

/** How long a shop waits in the morning, and the memory that it takes while nobody sells. */
export async function startSection(): Promise<Section> {
  const first: Start[] = [];
  const later: (Start & Memory)[] = [];
  const bare: Start[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using data = await openFolder();
    {
      await using server = await start(['npm', 'start'], data.folder);
      first.push(server);
    }
    {
      await using server = await start(['npm', 'start'], data.folder);
      await delay(IDLE_MS);
      later.push({ ...server, ...(await memoryOf(server.pid, data.folder)) });
    }
    await using server = await start([process.execPath, MAIN], data.folder);
    bare.push(server);
  }
  const seconds = (name: string, starts: Start[]) =>
    measuredOf(name, 's', starts, (each) => each.seconds);
  const memory = (name: string, figure: (start: Memory) => number) =>
    measuredOf(`memory at rest: ${name}`, 'MB', later, figure);
  const times = [
    seconds('npm start, first: no data yet', first),
    seconds('npm start, later', later),
    seconds('node main.ts, later', bare),
  ] as const;
  return {
    name: 'Start',
    how: `From the command to the first page, requested as soon as the terminal names its address; node_modules and the built screens are there. ${ROUNDS} rounds, each on a data folder of its own. Memory is the own share (PSS), ${IDLE_MS / 1000} s after the later start.`,
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

type Start = StartedServer & { seconds: number };

/** Resolves at the first page. */
async function start(command: string[], dataDir: string): Promise<Start> {
  const began = performance.now();
  const server = await startServer(command, dataDir);
  const { ok } = await fetch(`${server.origin}/login`);
  if (!ok) throw new Error('The first page did not come');
  return { ...server, seconds: (performance.now() - began) / 1000 };
}

type Memory = { server: number; postgres: number; launcher: number };

async function memoryOf(pid: number, dataDir: string): Promise<Memory> {
  const postmaster = await postmasterOf(dataDir);
  const found: Memory = { server: 0, postgres: 0, launcher: 0 };
  const postgres = await familyOf(postmaster.pid);
  for (const member of new Set([...(await familyOf(pid)), ...postgres])) {
    const command = await readFile(`/proc/${member}/cmdline`, 'utf8');
    const ours = command.includes('apps/server/src/main.ts') ? 'server' : 'launcher';
    found[postgres.includes(member) ? 'postgres' : ours] += await megabytesOf(member);
  }
  return found;
}
