import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { attention, type Finding } from './finding.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../../../../balcao');

/** The unit of systemd that opens this Balcão. */
export type Service = { name: string; active: string; unitFile: string; user: string };

/** Undefined without systemd, or when no unit `balcao*` runs this program. */
export async function findService(): Promise<Service | undefined> {
  const listed = await systemctl('list-unit-files', '--no-legend', 'balcao*.service');
  const names = listed.split('\n').map((line) => line.split(' ')[0] ?? '');
  for (const name of names.filter(Boolean)) {
    const shown = await systemctl(
      'show',
      '--property=ExecStart,ActiveState,UnitFileState,User',
      name,
    );
    const runs = /path=(\S+)/.exec(shown)?.[1] ?? '';
    if ((await realpath(runs).catch(() => '')) !== PROGRAM) continue;
    const value = (property: string) =>
      new RegExp(`^${property}=(.*)$`, 'm').exec(shown)?.[1] ?? '';
    return {
      name: name.replace(/\.service$/, ''),
      active: value('ActiveState'),
      unitFile: value('UnitFileState'),
      user: value('User') || 'root',
    };
  }
  return undefined;
}

/** The command that closes the shop and opens it again. */
export const restartOf = (service: Service | undefined): string =>
  service ? `systemctl restart ${service.name}` : 'Feche-a e abra-a de novo.';

export function checkService(service: Service | undefined): Finding[] {
  if (!service || service.unitFile.startsWith('enabled')) return [];
  const { name, unitFile } = service;
  const words = `${name} não abre quando a máquina é ligada (${unitFile}).`;
  return [attention('serviço', words, `systemctl enable ${name}`)];
}

/** What it prints; nothing without a systemd. */
async function systemctl(...args: string[]): Promise<string> {
  return promisify(execFile)('systemctl', args).then(
    ({ stdout }) => stdout,
    () => '',
  );
}
