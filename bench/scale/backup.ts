import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { measuredOf, ratio, type Section } from '../figures.ts';
import { openLargeShop } from '../lists/large-shops.ts';
import { peakMegabytes } from '../processes.ts';
import { openFolder, stopsWithBench } from '../under-way.ts';

const PROGRAM = path.resolve(
  import.meta.dirname,
  '../../apps/server/src/operator/backup-program.ts',
);

/** A backup as `npm run backup` makes it, of a small and of a large shop. */
export async function backupSection(): Promise<Section> {
  const small = await backUp(100_000);
  const large = await backUp(1_000_000);
  return {
    name: 'Backup',
    how: 'The command of `npm run backup` on an open shop that sells nothing meanwhile, its own start included; memory is the highest resident memory (VmHWM) of its process, without PostgreSQL.',
    measured: [...small.measured, ...large.measured],
    ratios: [ratio('memory, large to small', large.peak, small.peak, { atMost: 1.3 })],
    notes: [],
  };
}

async function backUp(sales: number) {
  await using shop = await openLargeShop(sales);
  await using backups = await openFolder();
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, DATA_DIR: shop.dataDir, BACKUP_DIR: backups.folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  await using _program = stopsWithBench(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  let copied = Number.NaN;
  child.stdout.on('data', (chunk) => {
    if (Number.isNaN(copied) && String(chunk).includes('Conferindo')) copied = seconds();
  });
  let peak = 0;
  const watching = setInterval(async () => {
    peak = Math.max(peak, await peakMegabytes(child.pid ?? 0).catch(() => 0));
  }, 50);
  const [code] = await closed;
  clearInterval(watching);
  const [file = ''] = (await readdir(backups.folder)).filter((name) => name.endsWith('.backup'));
  if (code !== 0 || !file) throw new Error(`The backup ended with ${code}`);
  const { size } = await stat(path.join(backups.folder, file));
  const figure = (name: string, unit: string, value: number) =>
    measuredOf(`${sales.toLocaleString('en-US')} sales: ${name}`, unit, [value], Number);
  const memory = figure('memory of Node, at most', 'MB', peak);
  const measured = [
    figure('file', 'MB', size / 1e6),
    figure('copied', 's', copied),
    figure('copied, restored apart and compared', 's', seconds()),
    memory,
  ];
  return { measured, peak: memory };
}
