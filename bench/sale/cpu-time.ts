import { readdir, readFile } from 'node:fs/promises';

const TICK_MS = 10;

/** The milliseconds of processor that a process has used; undefined where there is no /proc. */
export async function cpuOf(pid: number): Promise<number | undefined> {
  const times = await timesOf(pid);
  return times && times.own * TICK_MS;
}

/** The same of a process with all that it has started, those included that have ended. */
export async function cpuOfFamily(pid: number): Promise<number | undefined> {
  const parent = await timesOf(pid);
  if (!parent) return undefined;
  let ticks = parent.own + parent.ended;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const times = await timesOf(Number(name));
    if (times?.parent === pid) ticks += times.own;
  }
  return ticks * TICK_MS;
}

/** In clock ticks; `ended` is what children had used when they ended. */
async function timesOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name, in brackets, may hold spaces; what follows it begins with the third field.
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  const field = (number: number) => fields[number - 3] ?? 0;
  return { parent: field(4), own: field(14) + field(15), ended: field(16) + field(17) };
}
