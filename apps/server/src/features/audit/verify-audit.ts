import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Db } from '../../database/connection.ts';
import { keyIdOf, type Seal, type SealedEvent, START, sealAfter } from './seal.ts';
import {
  eventsAfter,
  lastSeal,
  type SealRow,
  sealAt,
  sealsOfEventsAfter,
} from './seals.repository.ts';

const CHUNK = 2_000;
/** Also before the first id that the database gives out. */
const LOWEST = Number.MIN_SAFE_INTEGER;

/** What is wrong with the chain at a row of the audit. */
export type AuditTrouble = {
  what:
    | 'changed' // the row, or its seal
    | 'missing' // the row, sealed as it was
    | 'inserted' // a row between sealed ones
    | 'seal-missing'
    | 'both-missing' // rows and their seals
    | 'cut'; // the end that was noted outside
  /** Of the row, or of the first one after the gap. */
  eventId: number | undefined;
};

export type AuditFindings = {
  sealed: number;
  /** Rows after the last sealed one: they are sealed within seconds while a server runs. */
  unsealed: number;
  /** There are seals of another key than the one that was given. */
  otherKey: boolean;
  /** In the order of the rows: the first one is the first that was touched. */
  troubles: AuditTrouble[];
};

/**
 * Computes the chain anew, in one snapshot of the database, and compares. `head` is the newest link noted
 * outside the database, if any.
 */
export async function verifyAudit(
  db: Db,
  key: Buffer,
  head: Seal | undefined,
): Promise<AuditFindings> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const walk = new Walk(key);
      for (let after = LOWEST; ; ) {
        const events = await eventsAfter(tx, { after, limit: CHUNK });
        const isLast = events.length < CHUNK;
        const upTo = isLast ? undefined : Number(events.at(-1)?.id);
        const seals = await sealsOfEventsAfter(tx, { after, upTo });
        walk.take(events, seals);
        if (upTo === undefined) break;
        after = upTo;
      }
      const findings = walk.findings();
      // At 0 nothing had been sealed yet.
      if (head && head.position > 0) {
        const kept = await sealAt(tx, head.position);
        const newest = await lastSeal(tx);
        if (!kept?.mac.equals(head.mac)) {
          const eventId = kept?.event_id ?? (newest ? newest.event_id + 1 : 1);
          findings.troubles.push({ what: 'cut', eventId });
        }
      }
      return findings;
    });
}

/** Goes along the rows and the seals, both by the row's id. */
class Walk {
  readonly #key: KeyObject;
  readonly #keyId: string;
  readonly #troubles: AuditTrouble[] = [];
  #previous: Seal = START;
  #sealed = 0;
  #otherKey = false;
  /** Rows since the last sealed one. */
  #unsealed: number[] = [];

  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
    this.#keyId = keyIdOf(key);
  }

  take(events: SealedEvent[], seals: SealRow[]): void {
    let next = 0;
    for (const seal of seals) {
      for (; next < events.length && Number(events[next]?.id) < seal.event_id; next++) {
        this.#unsealed.push(Number(events[next]?.id));
      }
      const event = events[next];
      const isThere = event !== undefined && Number(event.id) === seal.event_id;
      if (isThere) next++;
      this.#link(seal, isThere ? event : undefined);
    }
    for (; next < events.length; next++) this.#unsealed.push(Number(events[next]?.id));
  }

  #link(seal: SealRow, event: SealedEvent | undefined): void {
    if (seal.key_id !== this.#keyId) this.#otherKey = true;
    const gap = seal.position - this.#previous.position - 1;
    const eventId = seal.event_id;
    for (const [index, unsealed] of this.#unsealed.entries()) {
      const what = index < gap ? 'seal-missing' : 'inserted';
      this.#troubles.push({ what, eventId: unsealed });
    }
    if (gap > this.#unsealed.length) this.#troubles.push({ what: 'both-missing', eventId });
    this.#unsealed = [];
    if (!event) {
      this.#troubles.push({ what: 'missing', eventId });
    } else if (gap <= 0) {
      // After a gap the link before is not known, and there is nothing to compare with.
      const expected = sealAfter(this.#previous, event, this.#key);
      const same =
        expected.position === seal.position &&
        expected.mac.equals(seal.mac) &&
        seal.key_id === this.#keyId;
      if (!same) this.#troubles.push({ what: 'changed', eventId });
    }
    this.#previous = seal;
    this.#sealed++;
  }

  findings(): AuditFindings {
    return {
      sealed: this.#sealed,
      unsealed: this.#unsealed.length,
      otherKey: this.#otherKey,
      troubles: this.#troubles,
    };
  }
}
