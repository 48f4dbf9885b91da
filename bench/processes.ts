// Figures of processes from /proc, so the bench runs on Linux only.
import { readdir, readFile, writeFile } from 'node:fs/promises';

const TICK_MS = 10;

/** A process's proportional share of memory (PSS) in MB: of a page that n processes share, an nth. */
export async function megabytesOf(pid: number): Promise<number> {
  return (await kilobytes(`/proc/${pid}/smaps_rollup`, /^Pss:/)) / 1000;
}

/** MB that a process shares with no other. */
export async function privateMegabytesOf(pid: number): Promise<number> {
  return (await kilobytes(`/proc/${pid}/smaps_rollup`, /^Private_/)) / 1000;
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

export type Process = { pid: number; command: string; cpuMs: number; cpuOfEndedChildrenMs: number };

/** A process with its living descendants, itself first. */
export async function familyOf(pid: number): Promise<Process[]> {
  const children = new Map<number, number[]>();
  const stats = new Map<number, number[]>();
  for (const entry of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const stat = await statOf(entry).catch(() => undefined);
    // It has ended meanwhile.
    if (!stat) continue;
    stats.set(entry, stat);
    const parent = stat[4] ?? 0;
    children.set(parent, [...(children.get(parent) ?? []), entry]);
  }
  const family = [pid];
  // The loop also visits the members that it adds.
  for (const member of family) family.push(...(children.get(member) ?? []));
  return Promise.all(
    family.map(async (member) => {
      const stat = stats.get(member) ?? [];
      const command = await readFile(`/proc/${member}/cmdline`, 'utf8').catch(() => '');
      return { pid: member, command: command.replaceAll('\0', ' '), ...cpuOfStat(stat) };
    }),
  );
}

/** Milliseconds of processor that a process has used. */
export async function cpuOf(pid: number): Promise<number> {
  return cpuOfStat(await statOf(pid)).cpuMs;
}

/** The same of a process with its descendants, including children that have ended. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const family = await familyOf(pid);
  const ended = family[0]?.cpuOfEndedChildrenMs ?? 0;
  return family.reduce((sum, { cpuMs }) => sum + cpuMs, ended);
}

function cpuOfStat(stat: readonly number[]) {
  const ms = (user: number, system: number) => ((stat[user] ?? 0) + (stat[system] ?? 0)) * TICK_MS;
  return { cpuMs: ms(14, 15), cpuOfEndedChildrenMs: ms(16, 17) };
}

/** The fields under the numbers that man proc_pid_stat gives them. */
async function statOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in brackets, may contain anything; the third field follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [Number.NaN, pid, Number.NaN, ...fields.map(Number)];
}
