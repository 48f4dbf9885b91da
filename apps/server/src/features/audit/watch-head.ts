import type { Db } from '../../database/connection.ts';
import { recordAudit } from './audit.service.ts';
import { readHead, writeHead } from './audit-head.ts';
import { START } from './seal.ts';
import { lastSeal } from './seals.repository.ts';

/**
 * Notes how far the audit has come before this server seals anything, so that seals without a note mean
 * that the note was lost. Then an audit row keeps from where it is noted anew, and the answer tells the
 * operator. A new server of a shop with several looks the same, since nothing outside its own folder
 * could vouch for it: its first start is recorded too.
 */
export async function watchHead(db: Db, dataDir: string): Promise<string | undefined> {
  if (await readHead(dataDir)) return undefined;
  const newest = await lastSeal(db);
  if (newest) {
    await recordAudit(db, {
      actor: null,
      action: 'audit.head_missing',
      subjectId: null,
      after: { position: newest.position },
    });
  }
  await writeHead(dataDir, newest ?? START);
  if (!newest) return undefined;
  return `falta audit.head em ${dataDir}. Se este servidor é novo na loja, é assim mesmo; senão alguém o removeu, e um corte no fim da auditoria antes do selo ${newest.position} não seria notado. Está registrado na auditoria.`;
}
