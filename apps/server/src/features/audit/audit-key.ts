import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../database/embedded/durable-folder.ts';

const KEY_FILE = 'audit.key';
const KEY_BYTES = 32;

/** The chain cannot go on, or be verified, without the key it was made with; says what to do. */
export class AuditKeyTrouble extends Error {}

/**
 * The key of the chain: the configured one, or that of audit.key. Where there is none yet it is made,
 * unless there are seals already, which no new key would fit. Throws AuditKeyTrouble.
 */
export async function openAuditKey(options: {
  dataDir: string;
  configured: Buffer | undefined;
  hasSeals: boolean;
}): Promise<Buffer> {
  const { dataDir, configured, hasSeals } = options;
  const file = path.join(dataDir, KEY_FILE);
  const known = configured ?? (await readKey(file));
  if (known) return known;
  if (hasSeals) {
    throw new AuditKeyTrouble(
      `Falta a chave com que a auditoria é selada (${file} ou AUDIT_KEY). Recupere-a de um backup ou de outro servidor da loja.`,
    );
  }
  // Written beside and then linked: a key that is there is whole, and of two that are made one wins.
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
    mode: 0o600,
    flush: true,
  });
  try {
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished);
  }
  await syncFolder(dataDir);
  const made = await readKey(file);
  if (!made) throw new AuditKeyTrouble(`A chave da auditoria em ${file} sumiu.`);
  return made;
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new AuditKeyTrouble(`A chave da auditoria não pôde ser lida: ${error.message}.`);
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'hex');
  if (key.length !== KEY_BYTES) {
    throw new AuditKeyTrouble(`O arquivo ${file} não tem uma chave da auditoria.`);
  }
  return key;
}
