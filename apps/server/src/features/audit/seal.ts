import { createHmac, type KeyObject } from 'node:crypto';

/** A row of the audit as the chain sees it: every column as text, so that no reading of it can differ. */
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

/** What the first link hangs on. */
export const START: Seal = { position: 0, mac: Buffer.alloc(32) };

/** Names the form below: another form is another version, and old links keep theirs. */
const VERSION = 'balcao audit 1';

/**
 * The link of a row: HMAC-SHA-256 over its place, the link before it and all its columns. JSON of an array
 * of texts and nulls is unambiguous: no two different rows have the same. (As a KeyObject the key costs a
 * link 3 µs, as bytes 14.)
 */
export function sealAfter(previous: Seal, event: SealedEvent, key: KeyObject): Seal {
  const position = previous.position + 1;
  const { id, at, actor_id, actor_name, action, subject_id, before, after } = event;
  const columns = [id, at, actor_id, actor_name, action, subject_id, before, after];
  const text = JSON.stringify([VERSION, position, previous.mac.toString('hex'), ...columns]);
  return { position, mac: createHmac('sha256', key).update(text).digest() };
}

/** Tells keys apart without saying anything about them. */
export function keyIdOf(key: Buffer): string {
  return createHmac('sha256', key).update(`${VERSION} key`).digest('hex').slice(0, 16);
}
