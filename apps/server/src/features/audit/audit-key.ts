import { randomBytes } from 'node:crypto';
import { link, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Db } from '../../database/connection.ts';
import { readIfPresent, syncFolder } from '../../program/durable-file.ts';
import { lastSeal } from './seals.repository.ts';

const KEY_BYTES = 32;

/**
 * Sealing or verifying is impossible with this key, or without one; the message says what to do. With a cause: the
 * key may be there, and could not be read.
 */
export class AuditKeyTrouble extends Error {}

/** The configured key, or that of audit.key; creates one if nothing is sealed. Throws AuditKeyTrouble. */
export async function openAuditKey(options: {
  dataDir: string;
  configured: Buffer | undefined;
  hasSeals: boolean;
}): Promise<Buffer> {
  const { dataDir, configured, hasSeals } = options;
  const file = path.join(dataDir, 'audit.key');
  const existing = configured ?? (await readKey(file));
  if (existing) return existing;
  if (hasSeals) {
    throw new AuditKeyTrouble(
      `Falta a chave com que a auditoria é selada (${file} ou AUDIT_KEY). Recupere-a de um backup (docs/manual/informatica.md, “Perdi audit.key ou audit.head”) ou de outro servidor da loja.`,
    );
  }
  // A link to a complete file: no server reads half a key, and of two servers one wins.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  const text = `${randomBytes(KEY_BYTES).toString('hex')}\n`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
  try {
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished);
  }
  await syncFolder(dataDir);
  const key = await readKey(file);
  if (!key) throw new AuditKeyTrouble(`A chave da auditoria em ${file} sumiu.`);
  return key;
}

/**
 * The same key for anything else that is encrypted with a key outside the database: opened with the first use, and
 * after a failure with the next. Throws AuditKeyTrouble.
 */
export function shopKeyOf(shop: {
  dataDir: string;
  auditKey: Buffer | undefined;
  db: Db;
}): () => Promise<Buffer> {
  const { dataDir, auditKey: configured, db } = shop;
  const open = async () =>
    openAuditKey({ dataDir, configured, hasSeals: (await lastSeal(db)) !== undefined });
  let opened: Promise<Buffer> | undefined;
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readIfPresent(file).catch((error: Error) => {
    throw new AuditKeyTrouble(`A chave da auditoria não pôde ser lida: ${error.message}.`, {
      cause: error,
    });
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) {
    throw new AuditKeyTrouble(`O arquivo ${file} não tem uma chave da auditoria.`);
  }
  return key;
}
