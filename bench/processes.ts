// Figures of processes from /proc, so the bench runs on Linux only.
import { readFile, writeFile } from 'node:fs/promises';

const TICK_MS = 10;

/** A process's proportional share of memory (PSS) in MB: of a page that n processes share, an nth. */
export async function megabytesOf(pid: number): Promise<number> {
  return (await kilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:/)) / 1000;
}

/** The highest resident memory in MiB since `forgetPeak`. */
export async function peakMegabytes(pid: number): Promise<number> {
  return (await kilobytes(`/proc/${pid}/status`, /^VmHWM:/)) / 1024;
}

export function forgetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function kilobytes(file: string, name: RegExp): Promise<number> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => name.test(line));
  return lines.reduce((sum, line) => sum + Number(/(\d+) kB/.exec(line)?.[1]), 0);
}

/** A process with its living descendants, itself first. */
export async function familyOf(pid: number): Promise<number[]> {
  // A process that has ended meanwhile has none.
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const families = children.trim().split(' ').filter(Boolean).map(Number).map(familyOf);
  return [pid, ...(await Promise.all(families)).flat()];
}

/** Milliseconds of processor that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  return (await ticksOf(pid)).own * TICK_MS;
}

/** The same of a process with its descendants, including children that have ended. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const gone = { own: 0 };
  const ticks = (await familyOf(pid)).map((member) => ticksOf(member).catch(() => gone));
  const { ofEndedChildren } = await ticksOf(pid);
  const own = (await Promise.all(ticks)).reduce((sum, each) => sum + each.own, 0);
  return (own + ofEndedChildren) * TICK_MS;
}

async function ticksOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may contain anything; the third field of man proc_pid_stat follows it.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { own: user + system, ofEndedChildren: childrenUser + childrenSystem };
}
