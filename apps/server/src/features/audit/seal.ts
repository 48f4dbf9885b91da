import { createHmac, type KeyObject } from 'node:crypto';

/** A row of the audit with every column as text, so that all servers and sessions seal the same bytes. */
export type SealedEvent = {
  id: string;
  at: string;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  subject_id: string | null;
  before: string | null;
  after: string | null;
};

export type Seal = { position: number; mac: Buffer };

/** The predecessor of the first seal. */
export const START: Seal = { position: 0, mac: Buffer.alloc(32) };

/** Another form of the sealed text needs another version; old seals keep theirs. */
const VERSION = 'balcao audit 1';

/**
 * The seal of a row: HMAC-SHA-256 over its position, the previous seal and all its columns. A JSON array of
 * strings and nulls is unambiguous. (With a KeyObject a seal takes 3 µs, with a Buffer 14.)
 */
export function sealAfter(previous: Seal, event: SealedEvent, key: KeyObject): Seal {
  const position = previous.position + 1;
  const { id, at, actor_id, actor_name, action, subject_id, before, after } = event;
  const columns = [id, at, actor_id, actor_name, action, subject_id, before, after];
  const text = JSON.stringify([VERSION, position, previous.mac.toString('hex'), ...columns]);
  return { position, mac: createHmac('sha256', key).update(text).digest() };
}

/** Identifies a key without revealing it. */
export function keyIdOf(key: Buffer): string {
  return createHmac('sha256', key).update(`${VERSION} key`).digest('hex').slice(0, 16);
}
