import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { type Launcher, run } from './launcher.ts';
import type { Log } from './log.ts';
import { processesOfCluster, servesCluster } from './process-identity.ts';

/**
 * Stops a server that an earlier Node left behind (it was killed; the server is in a session of
 * its own and lives on). Needs the folder's lock: whoever holds it is the only one who may start
 * a server there. postmaster.pid is left to PostgreSQL, which alone knows when it is stale.
 *
 * Returns the pid that postmaster.pid names when it now belongs to a stranger, else null.
 */
export async function stopLeftOver(shop: {
  folder: string;
  binaries: Binaries;
  launcher: Launcher;
  log: Log;
}): Promise<number | null> {
  const pid = await pidOnFile(shop.folder);
  if (pid === null || !isAlive(pid)) return null;
  if (!(await servesCluster(pid, shop.folder))) return pid;

  shop.log.warn('Um PostgreSQL da execução anterior ainda está aberto; encerrando-o…');
  for (const [mode, seconds] of [
    ['fast', 20],
    ['immediate', 10],
  ] as const) {
    const { pgCtl } = shop.binaries;
    const stop = [pgCtl, 'stop', '-D', shop.folder, '-m', mode, '-w', '-t', String(seconds)];
    await run(shop.launcher, stop, (seconds + 5) * 1000);
    if (!(await servesCluster(pid, shop.folder))) return null;
  }
  throw new Error(
    `O PostgreSQL da execução anterior (processo ${pid}) não encerra. Encerre-o e inicie o Balcão de novo.`,
  );
}

/**
 * Ends backends that outlived a killed postmaster. One busy with a long query does not notice, and
 * as long as it holds the shared memory no new server may start. SIGQUIT leaves without writing.
 */
export async function endOrphans(folder: string): Promise<void> {
  for (const pid of await processesOfCluster(folder)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // Gone meanwhile.
    }
  }
}

/** First line of postmaster.pid; negative in single-user mode. */
async function pidOnFile(folder: string): Promise<number | null> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 1 ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
