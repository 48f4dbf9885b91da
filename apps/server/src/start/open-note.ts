import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readIfPresent, replaceFile } from '../program/durable-file.ts';
import { OWN_VERSION } from '../program/own-version.ts';

/** The address at which a shop listens, the version that it runs and where it makes its backups. */
export type OpenNote = { origin: string; version: string; backupDir?: string };

const fileIn = (dataDir: string) => path.join(dataDir, 'aberta.json');

/** For the doctor, whose own settings and version may be others by then. */
export async function noteOpen(
  { dataDir, backupDir }: { dataDir: string; backupDir: string },
  origin: string,
): Promise<void> {
  const note: OpenNote = { origin, version: OWN_VERSION, backupDir };
  await replaceFile(fileIn(dataDir), `${JSON.stringify(note)}\n`);
}

export async function noteClosed(dataDir: string): Promise<void> {
  await rm(fileIn(dataDir), { force: true });
}

/** Undefined when the shop was closed in order. One that was killed leaves its note. */
export async function readOpenNote(dataDir: string): Promise<OpenNote | undefined> {
  try {
    return JSON.parse((await readIfPresent(fileIn(dataDir))) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
