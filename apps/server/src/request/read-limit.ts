import type { ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

/** Concurrent reads, from the query until the client has the response: one connection and some MB each. */
export const MOST_READS = 6;
/** Exports, which take minutes, have connections of their own, so that lists do not wait for them either. */
export const MOST_EXPORTS = 2;
const MOST_WAITING_OF_ONE_USER = 100;

type Limits = {
  most: number;
  mostOfOneUser: number;
  /** A client that takes longer to receive its response is cut off. */
  longestMs: number;
};

const OF_LISTS: Limits = {
  most: MOST_READS,
  // A screen loads two lists at once.
  mostOfOneUser: 2,
  // For some MB.
  longestMs: 120_000,
};

type Waiting = { user: number; begin: () => void };

/**
 * Limits concurrent reads, so that they never take all connections; sales do not wait here. The user with
 * the fewest reads under way is next.
 */
export class ReadLimit {
  readonly #limits: Limits;
  readonly #underWay = new Map<number, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits = OF_LISTS) {
    this.#limits = limits;
  }

  /**
   * Runs `read` in the user's turn, which lasts until the response has been sent. Throws too_many_attempts
   * if too many wait already, and request_timeout if the client hangs up.
   */
  async run<T>(user: number, response: ServerResponse, read: () => Promise<T>): Promise<T> {
    await this.#turnOf(user, response);
    try {
      return await read();
    } finally {
      this.#endWhenSent(user, response);
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
    while (this.#total < this.#limits.most) {
      let next: Waiting | undefined;
      let fewest = this.#limits.mostOfOneUser;
      for (const waiting of this.#waiting) {
        const count = this.#underWay.get(waiting.user) ?? 0;
        if (count < fewest) [next, fewest] = [waiting, count];
      }
      if (!next) return;
      this.#waiting.delete(next);
      this.#underWay.set(next.user, fewest + 1);
      this.#total++;
      next.begin();
    }
  }

  /** The turn of a client that hangs up lasts until its read returns, because the query still runs. */
  #endWhenSent(user: number, response: ServerResponse): void {
    const cut = setTimeout(() => response.destroy(), this.#limits.longestMs).unref();
    const end = () => {
      clearTimeout(cut);
      const left = (this.#underWay.get(user) ?? 0) - 1;
      if (left > 0) this.#underWay.set(user, left);
      else this.#underWay.delete(user);
      this.#total--;
      this.#beginNext();
    };
    if (response.closed) end();
    else response.once('close', end);
  }
}
