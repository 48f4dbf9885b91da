import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../database/embedded/durable-folder.ts';
import type { Seal } from './seal.ts';

const HEAD_FILE = 'audit.head';

/**
 * The newest link that this server has seen, outside the database: without it nobody could tell a chain
 * whose end was cut off from a shorter one. undefined where none was noted. Throws, with words, when the
 * file says something else.
 */
export async function readHead(dataDir: string): Promise<Seal | undefined> {
  const file = path.join(dataDir, HEAD_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [, position, mac = ''] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(text) ?? [];
  if (position === undefined) throw new Error(`O arquivo ${file} não é o que o Balcão escreveu.`);
  return { position: Number(position), mac: Buffer.from(mac, 'hex') };
}

export function writeHead(dataDir: string, { position, mac }: Seal): Promise<void> {
  return replaceFile(path.join(dataDir, HEAD_FILE), `${position} ${mac.toString('hex')}\n`, 0o600);
}
