import { readdir, readFile, readlink, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { run } from './launcher.ts';

/**
 * Whether the process is a PostgreSQL that works on this cluster folder. A pid alone says nothing:
 * after a restart of the machine it may belong to anybody.
 */
export async function servesCluster(pid: number, folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return servesByCommandLine(await psArguments(pid), folder);
  try {
    // "(deleted)" is there when the packages were installed anew under a running server.
    const program = (await readlink(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    if (basename(program) !== 'postgres') return false;
    // Every PostgreSQL process works in its data folder; the inode survives a renamed path.
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

/** Pids of every PostgreSQL process of the cluster that is alive; empty where there is no /proc. */
export async function processesOfCluster(folder: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => []);
  const pids = entries.filter((name) => /^\d+$/.test(name)).map(Number);
  const ours = await Promise.all(pids.map((pid) => servesCluster(pid, folder)));
  return pids.filter((_, index) => ours[index]);
}

function servesByCommandLine(line: string, folder: string): boolean {
  return /(^|\/)postgres /.test(line) && `${line.trim()} `.includes(` -D ${folder} `);
}

async function psArguments(pid: number): Promise<string> {
  const { output } = await run(
    { account: null, through: [] },
    ['ps', '-ww', '-o', 'command=', '-p', String(pid)],
    5_000,
  );
  return output;
}
