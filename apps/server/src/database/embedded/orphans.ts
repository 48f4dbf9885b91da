import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../program/log.ts';
import type { Binaries } from './binaries.ts';
import { type Account, run } from './launch.ts';
import { processesOfCluster, servesCluster } from './process-identity.ts';

/**
 * Stops the server that a killed Node left running: it lives in a session of its own. Needs the folder's
 * lock, whose holder alone may start a server there. postmaster.pid is left to PostgreSQL, which alone
 * knows when it is stale.
 *
 * Returns the pid in postmaster.pid when no server of this folder has it, otherwise null.
 */
export async function stopOrphanServer(cluster: {
  folder: string;
  binaries: Binaries;
  account: Account;
  log: Log;
}): Promise<number | null> {
  const { folder, binaries, account, log } = cluster;
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  // Negative in single-user mode.
  const pid = Math.abs(Number.parseInt(text, 10));
  if (!(pid > 1)) return null;
  if (!(await servesCluster(pid, folder))) return pid;

  log.warn('Um PostgreSQL da execução anterior ainda está aberto; encerrando-o…');
  const stop = [binaries.pgCtl, 'stop', '-D', folder, '-w'];
  for (const [mode, seconds] of [
    ['fast', 20],
    ['immediate', 10],
  ] as const) {
    const limitMs = (seconds + 5) * 1_000;
    await run(account, [...stop, '-m', mode, '-t', String(seconds)], limitMs);
    if (!(await servesCluster(pid, folder))) return null;
  }
  throw new Error(
    `O PostgreSQL da execução anterior (processo ${pid}) não encerra. Encerre-o e inicie o Balcão de novo.`,
  );
}

/**
 * Ends backends that outlived a killed postmaster. A backend busy with a long query does not notice, and
 * while it holds the shared memory no new server can start. SIGQUIT ends it without writing.
 */
export async function endOrphanBackends(folder: string): Promise<void> {
  for (const pid of await processesOfCluster(folder)) {
    try {
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It has ended meanwhile.
    }
  }
}
