import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { run } from './launch.ts';

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
