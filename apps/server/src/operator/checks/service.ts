import { execFile } from 'node:child_process';
import { readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { usualDataDir } from '../../program/own-command.ts';
import { attention, type Finding } from './finding.ts';

const PROGRAM = path.resolve(import.meta.dirname, '../../../../../balcao');
/** Where systemd finds its units; the first one of a name counts. */
const UNIT_FOLDERS = [
  '/etc/systemd/system',
  '/usr/local/lib/systemd/system',
  '/lib/systemd/system',
];

/** The unit of systemd that opens this Balcão; `active` and `unitFile` are empty where systemctl does not answer. */
export type Service = { name: string; active: string; unitFile: string; user: string };

/** Undefined without systemd, or when no unit `balcao*` runs this program, with this data folder if one is given. */
export async function findService(
  dataDir?: string,
  folders = UNIT_FOLDERS,
): Promise<Service | undefined> {
  const shown = (await unitsOfSystemd()).filter(({ text }) => text !== '');
  for (const { name, text } of shown.length > 0 ? shown : await unitsIn(folders)) {
    const runs = /^ExecStart=(?:.*path=)?[-@:+!]*(\S+)/m.exec(text)?.[1] ?? '';
    if ((await realpath(runs).catch(() => '')) !== PROGRAM) continue;
    if (dataDir !== undefined && !mayOpen(text, dataDir)) continue;
    const value = (property: string) =>
      new RegExp(`^${property}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? '';
    return {
      name: name.replace(/\.service$/, ''),
      active: value('ActiveState'),
      unitFile: value('UnitFileState'),
      user: value('User') || 'root',
    };
  }
  return undefined;
}

type Unit = { name: string; text: string };

async function unitsOfSystemd(): Promise<Unit[]> {
  const listed = await systemctl('list-unit-files', '--no-legend', 'balcao*.service');
  const names = listed.split('\n').map((line) => line.split(' ')[0] ?? '');
  const asked = '--property=ExecStart,ActiveState,UnitFileState,User,Environment,EnvironmentFiles';
  const shown = names
    .filter(Boolean)
    .map(async (name) => ({ name, text: await systemctl('show', asked, name) }));
  return Promise.all(shown);
}

/** For a user whom systemctl does not answer, as in a container or without D-Bus. */
async function unitsIn(folders: string[]): Promise<Unit[]> {
  const units: Unit[] = [];
  for (const folder of folders) {
    const names = await readdir(folder).catch((): string[] => []);
    for (const name of names.filter((name) => /^balcao.*\.service$/.test(name))) {
      const text = await readFile(path.join(folder, name), 'utf8').catch(() => '');
      units.push({ name, text });
    }
  }
  return units;
}

/** A unit that names no folder reads our settings, as our commands do. */
function mayOpen(unit: string, dataDir: string): boolean {
  const named = /^Environment=(?:.*[\s"])?DATA_DIR=([^\s"]+)/m.exec(unit)?.[1];
  if (named) return path.resolve(named) === dataDir;
  return dataDir === usualDataDir() || /^EnvironmentFiles?=./m.test(unit);
}

/** The command that closes the shop and opens it again. */
export const restartOf = (service: Service | undefined): string =>
  service ? `systemctl restart ${service.name}` : 'Feche-a e abra-a de novo.';

export function checkService(service: Service | undefined): Finding[] {
  if (!service?.unitFile || service.unitFile.startsWith('enabled')) return [];
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
