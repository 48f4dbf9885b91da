import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../database/embedded/durable-folder.ts';
import { BadBackupFile } from './backup-file.ts';
import { CLUSTER, MANIFEST } from './data-folder-tar.ts';
import { checkManifest, type FoundFile } from './manifest.ts';
import { tarEntries } from './tar.ts';

/**
 * Unpacks a backup into a folder of ours, which becomes a data folder, and checks every file against the
 * manifest. `durable`: all of it is on the disk when this returns.
 */
export async function unpack(
  tar: AsyncIterable<Buffer>,
  folder: string,
  { durable, onBytes, signal }: UnpackOptions,
): Promise<void> {
  const found = new Map<string, FoundFile>();
  const folders = new Set([folder]);
  const makeFolder = async (name: string) => {
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o700 });
    for (let each = name; each !== '.'; each = path.dirname(each)) {
      folders.add(path.join(folder, each));
    }
  };
  const files: string[] = [];
  let bytes = 0;
  for await (const entry of tarEntries(tar)) {
    signal.throwIfAborted();
    const name = insideOnly(entry.name);
    if (entry.kind === 'other') throw new BadBackupFile(`Atalho inesperado no backup: ${name}.`);
    if (entry.kind === 'folder') {
      await makeFolder(name);
      continue;
    }
    await makeFolder(path.dirname(name));
    const hash = createHash('sha256');
    async function* hashed(): AsyncGenerator<Buffer> {
      for await (const chunk of entry.content) {
        hash.update(chunk);
        bytes += chunk.length;
        onBytes(bytes);
        yield chunk;
      }
    }
    const file = path.join(folder, name);
    await pipeline(hashed(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    files.push(file);
    if (name.startsWith(`${CLUSTER}/`)) {
      const sha256 = hash.digest('hex');
      found.set(name.slice(CLUSTER.length + 1), { size: entry.size, sha256 });
    }
  }
  if (!found.has('backup_manifest')) {
    throw new BadBackupFile('O backup não tem a lista de arquivos do PostgreSQL.');
  }
  checkManifest(await readFile(path.join(folder, MANIFEST)), found);
  if (durable) await bringToDisk([...files, ...folders]);
}

/**
 * After all of them have been written, and several at a time: one after the other, each waits for the disk
 * as long as all of them together.
 */
async function bringToDisk(paths: string[]): Promise<void> {
  const waiting = paths.values();
  const bring = async () => {
    for (const each of waiting) await syncFolder(each);
  };
  await Promise.all(Array.from({ length: 4 }, bring));
}

export type UnpackOptions = {
  durable: boolean;
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
};

function insideOnly(name: string): string {
  const normal = path.posix.normalize(name).replace(/\/$/, '');
  if (path.posix.isAbsolute(normal) || normal.split('/').includes('..')) {
    throw new BadBackupFile(`Nome inaceitável no backup: ${name}.`);
  }
  return normal;
}
