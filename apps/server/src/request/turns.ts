import type { ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

/** Concurrent reads: one connection each, until the database has answered. */
export const MOST_READS = 6;
/** Exports, which take minutes, have connections of their own, so that lists do not wait for them either. */
export const MOST_EXPORTS = 2;
/**
 * Concurrent changes, sales among them. A change holds a connection while the disk writes, and the disk writes
 * all waiting sales at once, so there is one for each counter that may sell at the same moment.
 */
export const MOST_CHANGES = 32;
const MOST_WAITING_OF_ONE_USER = 100;

type Limits = {
  most: number;
  /** Until the client has the response, of some MB. */
  mostOfOneUser: number;
  /** A client that takes longer to receive its response is cut off. */
  longestMs: number;
  /** The database is read while the client receives. */
  readsWhileSending?: boolean;
};

const MINUTES_MS = 60_000;

/** A screen loads two lists at once. */
export const OF_LISTS: Limits = { most: MOST_READS, mostOfOneUser: 2, longestMs: 2 * MINUTES_MS };

/** A counter makes one at a time; a person may have some windows. */
export const OF_CHANGES: Limits = {
  most: MOST_CHANGES,
  mostOfOneUser: 4,
  longestMs: 2 * MINUTES_MS,
};

type Waiting = { user: number; begin: () => void };

/**
 * Limits concurrent requests, so that neither a kind of them nor a person takes all connections. Who came first
 * is next, unless too many of theirs are under way. A person who reads a response slowly only delays their own
 * requests.
 */
export class Turns {
  readonly #limits: Limits;
  readonly #ofUser = new Map<number, number>();
  readonly #waiting = new Set<Waiting>();
  #atWork = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` in the user's turn. Throws too_many_attempts if too many wait already, and request_timeout if
   * the client hangs up. The turn of a client that hangs up lasts until its work is done, as the query still
   * runs.
   */
  async run<T>(user: number, response: ServerResponse, work: () => Promise<T>): Promise<T> {
    await this.#turnOf(user, response);
    const release = () => {
      this.#atWork--;
      this.#beginNext();
    };
    const { longestMs, readsWhileSending } = this.#limits;
    try {
      return await work();
    } finally {
      if (!readsWhileSending) release();
      const cut = setTimeout(() => response.destroy(), longestMs).unref();
      const end = () => {
        clearTimeout(cut);
        const left = (this.#ofUser.get(user) ?? 0) - 1;
        if (left > 0) this.#ofUser.set(user, left);
        else this.#ofUser.delete(user);
        if (readsWhileSending) release();
        else this.#beginNext();
      };
      if (response.closed) end();
      else response.once('close', end);
    }
  }

  #turnOf(user: number, response: ServerResponse): Promise<void> {
    const ofUser = [...this.#waiting].filter((waiting) => waiting.user === user);
    if (ofUser.length >= MOST_WAITING_OF_ONE_USER) {
      throw new Refusal('too_many_attempts', { retryAfterSeconds: 2 });
    }
    return new Promise((resolve, reject) => {
      const waiting = { user, begin: resolve };
      this.#waiting.add(waiting);
      response.once('close', () => {
        if (this.#waiting.delete(waiting)) reject(new Refusal('request_timeout'));
      });
      this.#beginNext();
    });
  }

  #beginNext(): void {
    for (const next of this.#waiting) {
      if (this.#atWork >= this.#limits.most) return;
      const ofUser = this.#ofUser.get(next.user) ?? 0;
      if (ofUser >= this.#limits.mostOfOneUser) continue;
      this.#waiting.delete(next);
      this.#ofUser.set(next.user, ofUser + 1);
      this.#atWork++;
      next.begin();
    }
  }
}
