import { readdir, readFile, writeFile } from 'node:fs/promises';

/** A process's own share of memory (PSS) in MB, as Linux counts it: of what n share, each has an nth. */
export async function megabytesOf(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1000;
}

/** Linux alone says how much resident memory was at its highest, and forgets it when told to. */
export function forgetPeak(pid: number): Promise<void> {
  return writeFile(`/proc/${pid}/clear_refs`, '5');
}

export async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}

export type Process = { pid: number; command: string };

/** A process with all that it started and they in turn, as far as they are still there. */
export async function familyOf(pid: number): Promise<Process[]> {
  const all: (Process & { parent: number })[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = await readFile(`/proc/${entry}/stat`, 'utf8');
      // The name stands in brackets and may contain anything.
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const command = (await readFile(`/proc/${entry}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      all.push({ pid: Number(entry), parent, command });
    } catch {
      // It has ended meanwhile.
    }
  }
  const family = new Set([pid]);
  // A set goes on through what is added to it on the way.
  for (const member of family) {
    for (const each of all) if (each.parent === member) family.add(each.pid);
  }
  return all.filter((each) => family.has(each.pid));
}
