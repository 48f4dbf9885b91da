import { createSecretKey } from 'node:crypto';
import type { Db } from '../../database/connection.ts';
import { writingTransactions } from '../../database/writing-transactions.ts';
import { AuditKeyTrouble } from './audit-key.ts';
import { keyIdOf, START, sealAfter } from './seal.ts';
import {
  eventsAfter,
  insertSeals,
  lastSeal,
  newestEventId,
  type SealRow,
  takesSealLock,
} from './seals.repository.ts';

const BATCH = 500;

/** The transactions that may still commit rows with ids up to `upTo`. */
export type Pending = { upTo: number; writers: readonly string[] };

/**
 * Reads the newest id and then the writing transactions: ids are assigned in order but committed in any.
 * Once those have ended, no lower id can still appear. Pass the previous result until `writers` is empty.
 */
export async function pendingAfter(db: Db, done: number, before?: Pending): Promise<Pending> {
  if (before)
    return { ...before, writers: await writingTransactions(db, 'audit_events', before.writers) };
  const upTo = await newestEventId(db);
  return { upTo, writers: upTo > done ? await writingTransactions(db, 'audit_events') : [] };
}

/** Seals the next batch; undefined while another server is sealing. Throws AuditKeyTrouble. */
export async function sealEvents(
  db: Db,
  key: Buffer,
  upTo: number,
): Promise<{ newest: SealRow | undefined; more: boolean } | undefined> {
  const keyId = keyIdOf(key);
  const secret = createSecretKey(key);
  return db.transaction().execute(async (tx) => {
    if (!(await takesSealLock(tx))) return undefined;
    const last = await lastSeal(tx);
    if (last && last.key_id !== keyId) {
      throw new AuditKeyTrouble(
        'A auditoria foi selada com outra chave, e esta não serve: todos os servidores de um banco precisam da mesma AUDIT_KEY (ou do mesmo audit.key).',
      );
    }
    const events = await eventsAfter(tx, { after: last?.event_id ?? 0, upTo, limit: BATCH });
    const seals: SealRow[] = [];
    let previous = last ?? START;
    for (const event of events) {
      previous = sealAfter(previous, event, secret);
      seals.push({ ...previous, event_id: Number(event.id), key_id: keyId });
    }
    if (seals.length > 0) await insertSeals(tx, seals);
    return { newest: seals.at(-1) ?? last, more: events.length === BATCH };
  });
}
