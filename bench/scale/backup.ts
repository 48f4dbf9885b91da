import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Measured, ratio, type Section } from '../figures.ts';
import { openLargeShop } from '../lists/large-shops.ts';
import { peakMegabytes } from '../process-memory.ts';
import { openFolder, stopsWithBench } from '../under-way.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../apps/server/src/backup/backup-program.ts');
const SALES = [100_000, 1_000_000];

/** A backup as `npm run backup` makes it, of a small and of a large shop. */
export async function backupSection(): Promise<Section> {
  const measured: Measured[] = [];
  const peaks: Measured[] = [];
  for (const sales of SALES) {
    const { megabytes, copying, seconds, peak } = await backUp(sales);
    const of = `${sales.toLocaleString('en-US')} sales`;
    const memory = { name: `${of}: memory of Node, at most`, unit: 'MB', rounds: [peak] };
    peaks.push(memory);
    measured.push(
      { name: `${of}: file`, unit: 'MB', rounds: [megabytes] },
      { name: `${of}: copied`, unit: 's', rounds: [copying] },
      { name: `${of}: copied, restored apart and compared`, unit: 's', rounds: [seconds] },
      memory,
    );
  }
  const [small, large] = peaks;
  return {
    name: 'Backup',
    how: 'The command of `npm run backup` on an open shop that sells nothing meanwhile, its own start included; memory is the highest resident memory (VmHWM) of its process, without PostgreSQL.',
    measured,
    ratios: small && large ? [ratio('memory, large to small', large, small, { atMost: 1.3 })] : [],
    notes: [],
  };
}

async function backUp(sales: number) {
  const shop = await openLargeShop(sales);
  const { folder, remove } = await openFolder();
  try {
    const began = performance.now();
    const child = spawn(process.execPath, [PROGRAM], {
      env: { PATH: process.env.PATH, DATA_DIR: shop.dataDir, BACKUP_DIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    const stop = stopsWithBench(async () => {
      child.kill('SIGTERM');
      await closed;
    });
    let copying = Number.NaN;
    child.stdout.on('data', (chunk) => {
      if (Number.isNaN(copying) && String(chunk).includes('Conferindo')) {
        copying = (performance.now() - began) / 1_000;
      }
    });
    let peak = 0;
    const watching = setInterval(async () => {
      peak = Math.max(peak, (await peakMegabytes(child.pid ?? 0).catch(() => 0)) || 0);
    }, 50);
    const [code] = await closed;
    clearInterval(watching);
    await stop();
    const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.backup'));
    if (code !== 0 || !file) throw new Error(`The backup ended with ${code}`);
    const { size } = await stat(path.join(folder, file));
    const seconds = (performance.now() - began) / 1_000;
    return { megabytes: size / 1e6, copying, seconds, peak };
  } finally {
    await remove();
    await shop.stop();
  }
}
