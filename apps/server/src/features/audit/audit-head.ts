import path from 'node:path';
import type { Db } from '../../database/connection.ts';
import { readIfPresent, replaceFile } from '../../program/durable-file.ts';
import { recordAudit } from './audit.service.ts';
import { type Seal, START } from './seal.ts';
import { lastSeal } from './seals.repository.ts';

const HEAD_FILE = 'audit.head';

/**
 * The newest seal that this server has seen; undefined if there is no file. It is kept outside the
 * database, because a chain whose end was cut off looks complete. Throws in Portuguese for other content.
 */
export async function readHead(dataDir: string): Promise<Seal | undefined> {
  const file = path.join(dataDir, HEAD_FILE);
  const text = await readIfPresent(file);
  if (text === undefined) return undefined;
  const [, position, mac = ''] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(text) ?? [];
  if (position === undefined) throw new Error(`O arquivo ${file} não é o que o Balcão escreveu.`);
  return { position: Number(position), mac: Buffer.from(mac, 'hex') };
}

export function writeHead(dataDir: string, { position, mac }: Seal): Promise<void> {
  return replaceFile(path.join(dataDir, HEAD_FILE), `${position} ${mac.toString('hex')}\n`, 0o600);
}

/**
 * Creates audit.head before this server seals anything. Seals without audit.head mean that the file was
 * lost or that the server is new in a shop with several: an audit row and the returned warning say so.
 */
export async function watchHead(db: Db, dataDir: string): Promise<string | undefined> {
  if (await readHead(dataDir)) return undefined;
  const newest = await lastSeal(db);
  if (newest) {
    const after = { position: newest.position };
    await recordAudit(db, null, 'audit.head_missing', { after });
  }
  await writeHead(dataDir, newest ?? START);
  if (!newest) return undefined;
  return `falta audit.head em ${dataDir}. Se este servidor é novo na loja, é assim mesmo; senão alguém o removeu, e um corte no fim da auditoria antes do selo ${newest.position} não seria notado. Está registrado na auditoria.`;
}
