import type { ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

const MOST_WAITING_OF_ONE_USER = 100;

type Limits = {
  most: number;
  /** Until the client has the response, of some MB, if there is a longest time for it. */
  mostOfOneUser: number;
  /** Defaults to MOST_WAITING_OF_ONE_USER. */
  mostWaitingOfOneUser?: number;
  /** A client that takes longer to receive its response is cut off. */
  longestMs?: number;
  /** The database is read while the client receives. */
  readsWhileSending?: boolean;
};

const MINUTES_MS = 60_000;

/** The limits of every kind of requests. All but large bodies hold a connection of the database. */
export const LIMITS = {
  /** A screen loads two lists at once. */
  lists: { most: 6, mostOfOneUser: 2, longestMs: 2 * MINUTES_MS },
  /**
   * Changes, sales among them. A change holds its connection while the disk writes, and the disk writes all waiting
   * sales at once, so there is one for each counter that may sell at the same moment. A counter makes one at a time; a
   * person may have some windows.
   */
  changes: { most: 32, mostOfOneUser: 4, longestMs: 2 * MINUTES_MS },
  /**
   * Whoever has no session, one at each turn of the event loop, also those who are only refused. A page asks for all its
   * files at once, and a school may have one address.
   */
  strangers: { most: 1, mostOfOneUser: 1, mostWaitingOfOneUser: Number.POSITIVE_INFINITY },
  /** The description of the calls, up to its 1.7 MB of script: of a place one until it is sent, and no counter needs it. */
  documentation: { most: 3, mostOfOneUser: 1, longestMs: MINUTES_MS },
  /** Those who have one: of each, one at each turn of the event loop begins, before anything else of it is read. */
  people: {
    most: Number.POSITIVE_INFINITY,
    mostOfOneUser: 1,
    mostWaitingOfOneUser: Number.POSITIVE_INFINITY,
  },
  /**
   * By place, as the next two: all at one address wait for the count of its attempts. These answers are small, and nobody
   * else waits until they are read.
   */
  signIns: { most: 3, mostOfOneUser: 2 },
  /** Renewals and ends of sessions. */
  renewals: { most: 3, mostOfOneUser: 1 },
  /** Tokens that were never looked up: anybody can invent some. They are read in a moment. */
  tokens: { most: 3, mostOfOneUser: 2 },
  /** They take minutes, and have connections of their own, so that lists do not wait for them either. */
  exports: { most: 2, mostOfOneUser: 1, longestMs: 30 * MINUTES_MS, readsWhileSending: true },
  /** Each reads and compares thousands of rows here, between the slices of which sales are made. */
  imports: { most: 1, mostOfOneUser: 1, longestMs: 2 * MINUTES_MS },
  /** Two, so that an upload over a connection that died keeps nobody waiting. */
  largeBodies: { most: Number.POSITIVE_INFINITY, mostOfOneUser: 2 },
} satisfies Record<string, Limits>;

/** The id of a user, or the place of somebody who has not signed in (address.ts). */
type Who = number | string;

/**
 * Limits concurrent requests, so that neither a kind of them nor a person takes all connections. Those who wait are
 * taken in turn, one request of each, unless too many of that person are under way. A person who reads a response
 * slowly only delays their own requests.
 */
export class Turns {
  readonly #limits: Limits;
  readonly #ofUser = new Map<Who, number>();
  /** Of each, the first one first. Who stands first is taken next. */
  readonly #waiting = new Map<Who, (() => void)[]>();
  #atWork = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Runs `work` in the user's turn. Throws too_many_attempts if too many wait already, and request_timeout if
   * the client hangs up. The turn of a client that hangs up lasts until its work is done, as the query still
   * runs.
   */
  async run<T>(user: Who, response: ServerResponse, work: () => Promise<T>): Promise<T> {
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
      const cut = longestMs && setTimeout(() => response.destroy(), longestMs).unref();
      const end = () => {
        clearTimeout(cut);
        const left = (this.#ofUser.get(user) ?? 0) - 1;
        if (left > 0) this.#ofUser.set(user, left);
        else this.#ofUser.delete(user);
        if (readsWhileSending) release();
        else this.#beginNext();
      };
      if (!cut || response.closed) end();
      else response.once('close', end);
    }
  }

  async #turnOf(user: Who, response: ServerResponse): Promise<void> {
    // It would never close again, and keep what waits for that.
    if (response.closed) throw new Refusal('request_timeout');
    const queue = this.#waiting.get(user) ?? [];
    if (queue.length >= (this.#limits.mostWaitingOfOneUser ?? MOST_WAITING_OF_ONE_USER)) {
      throw new Refusal('too_many_attempts', { retryAfterSeconds: 2 });
    }
    return new Promise((resolve, reject) => {
      queue.push(resolve);
      this.#waiting.set(user, queue);
      response.once('close', () => {
        const place = queue.indexOf(resolve);
        if (place === -1) return;
        queue.splice(place, 1);
        if (queue.length === 0) this.#waiting.delete(user);
        reject(new Refusal('request_timeout'));
      });
      this.#beginNext();
    });
  }

  #beginNext(): void {
    for (const [user, queue] of this.#waiting) {
      if (this.#atWork >= this.#limits.most) return;
      const ofUser = this.#ofUser.get(user) ?? 0;
      if (ofUser >= this.#limits.mostOfOneUser) continue;
      const begin = queue.shift();
      // Behind all others, where this loop comes again.
      this.#waiting.delete(user);
      if (queue.length > 0) this.#waiting.set(user, queue);
      this.#ofUser.set(user, ofUser + 1);
      this.#atWork++;
      begin?.();
    }
  }
}
