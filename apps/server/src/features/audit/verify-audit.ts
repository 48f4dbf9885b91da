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

const BATCH = 2_000;

export type AuditTrouble = {
  what:
    | 'changed' // the row or its seal
    | 'missing' // a sealed row
    | 'inserted' // a row between sealed rows
    | 'seal-missing'
    | 'both-missing' // rows and their seals
    | 'cut'; // the end of the chain, as audit.head knows it
  /** The row, or the first row after the gap. */
  eventId: number | undefined;
};

export type AuditFindings = {
  sealed: number;
  /** Rows after the last sealed one; a running server seals them within seconds. */
  unsealed: number;
  /** There are seals of another key than the given one. */
  otherKey: boolean;
  /** In the order of the rows. */
  troubles: AuditTrouble[];
};

/** Computes the whole chain again, in one snapshot, and compares it with the seals and with audit.head. */
export async function verifyAudit(
  db: Db,
  key: Buffer,
  head: Seal | undefined,
): Promise<AuditFindings> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const comparison = new Comparison(key);
    // A row may have been inserted with a negative id.
    let after = Number.MIN_SAFE_INTEGER;
    while (after < Number.MAX_SAFE_INTEGER) {
      const events = await eventsAfter(tx, { after, limit: BATCH });
      const isLast = events.length < BATCH;
      const upTo = isLast ? Number.MAX_SAFE_INTEGER : Number(events.at(-1)?.id);
      comparison.add(events, await sealsOfEventsAfter(tx, { after, upTo }));
      after = upTo;
    }
    const { findings } = comparison;
    if (head && head.position > START.position) {
      const stored = await sealAt(tx, head.position);
      if (!stored?.mac.equals(head.mac)) {
        const eventId = stored?.event_id ?? ((await lastSeal(tx))?.event_id ?? 0) + 1;
        findings.troubles.push({ what: 'cut', eventId });
      }
    }
    return findings;
  });
}

/** Compares rows with seals, batch by batch, both in the order of the rows' ids. */
class Comparison {
  readonly findings: AuditFindings = { sealed: 0, unsealed: 0, otherKey: false, troubles: [] };
  readonly #key: KeyObject;
  readonly #keyId: string;
  #previous: Seal = START;
  /** Ids of the rows since the last sealed one. */
  #unsealed: number[] = [];

  constructor(key: Buffer) {
    this.#key = createSecretKey(key);
    this.#keyId = keyIdOf(key);
  }

  add(events: SealedEvent[], seals: SealRow[]): void {
    let next = 0;
    const nextId = () => Number(events[next]?.id);
    for (const seal of seals) {
      for (; nextId() < seal.event_id; next++) this.#unsealed.push(nextId());
      this.#compare(seal, nextId() === seal.event_id ? events[next++] : undefined);
    }
    for (; next < events.length; next++) this.#unsealed.push(nextId());
    this.findings.unsealed = this.#unsealed.length;
  }

  #compare(seal: SealRow, event: SealedEvent | undefined): void {
    const { troubles } = this.findings;
    if (seal.key_id !== this.#keyId) this.findings.otherKey = true;
    const gap = seal.position - this.#previous.position - 1;
    const eventId = seal.event_id;
    for (const [index, unsealed] of this.#unsealed.entries()) {
      const what = index < gap ? 'seal-missing' : 'inserted';
      troubles.push({ what, eventId: unsealed });
    }
    if (gap > this.#unsealed.length) troubles.push({ what: 'both-missing', eventId });
    this.#unsealed = [];
    if (!event) {
      troubles.push({ what: 'missing', eventId });
    } else if (gap <= 0 && !this.#fits(seal, event)) {
      // After a gap the previous seal is unknown, so there is nothing to compare with.
      troubles.push({ what: 'changed', eventId });
    }
    this.#previous = seal;
    this.findings.sealed++;
  }

  #fits(seal: SealRow, event: SealedEvent): boolean {
    const { position, mac } = sealAfter(this.#previous, event, this.#key);
    return position === seal.position && mac.equals(seal.mac) && seal.key_id === this.#keyId;
  }
}
