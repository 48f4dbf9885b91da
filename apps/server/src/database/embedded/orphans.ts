import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Log } from '../../program/log.ts';
import type { Binaries } from './binaries.ts';
import { type Account, run } from './launch.ts';

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

/**
 * Whether the process is a PostgreSQL working on this cluster folder. The pid alone is no proof: after
 * a restart of the machine it may belong to any program.
 */
export async function servesCluster(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { output } = await run(null, ['ps', '-ww', '-o', 'command=', '-p', String(pid)], 5_000);
    return servesByCommandLine(output, folder);
  }
  try {
    // Linux adds "(deleted)" when the packages were reinstalled under a running server.
    const program = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    if (basename(program) !== 'postgres') return false;
    // The working folder of every PostgreSQL process is its data folder; the inode survives a rename.
    const [here, there] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(folder)]);
    return here.ino === there.ino && here.dev === there.dev;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // In a container without CAP_SYS_PTRACE root may not look at another user's exe.
    if (code !== 'EACCES' && code !== 'EPERM') return false;
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return servesByCommandLine(line.replaceAll('\0', ' '), folder);
  }
}

/** Pids of the cluster's live PostgreSQL processes; empty where there is no /proc. */
export async function processesOfCluster(folder: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((name) => /^\d+$/.test(name)).map(Number);
  const ours = await Promise.all(pids.map((pid) => servesCluster(pid, folder)));
  return pids.filter((_, index) => ours[index]);
}

function servesByCommandLine(line: string, folder: string): boolean {
  return /(^|\/)postgres /.test(line) && `${line.trim()} `.includes(` -D ${folder} `);
}
