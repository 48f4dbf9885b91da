import type { ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

/**
 * Reads under way at once: asking the database, making the answer, or waiting for a slow reader to take
 * it. Each holds one connection and some MB at most, so this bounds both.
 */
export const MOST_READS = 6;
/** A screen asks for two lists at once. What is left over is for other people. */
const MOST_OF_ONE_PERSON = 2;
const MOST_WAITING_OF_ONE_PERSON = 100;
/** The largest answer is some MB: who takes longer than this to receive it does not want it. */
const LONGEST_MS = 120_000;

type Waiting = { person: number; begin: () => void };

/**
 * Lets people read by turns: nobody's reads hold what others need, and whoever has the fewest under way
 * comes first. Sales do not wait here.
 */
export class Turns {
  readonly #underWay = new Map<number, number>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  /**
   * Does `read` when it is this person's turn, which lasts until the response is sent as well. Throws
   * too_many_attempts when too much of theirs waits already. What waits is dropped when the caller hangs up.
   */
  async take<T>(person: number, response: ServerResponse, read: () => Promise<T>): Promise<T> {
    await this.#turnOf(person, response);
    try {
      return await read();
    } finally {
      this.#endWhenSent(person, response);
    }
  }

  #turnOf(person: number, response: ServerResponse): Promise<void> {
    let ofPerson = 0;
    for (const waiting of this.#waiting) if (waiting.person === person) ofPerson++;
    if (ofPerson >= MOST_WAITING_OF_ONE_PERSON) {
      throw new Refusal('too_many_attempts', { retryAfterSeconds: 2 });
    }
    return new Promise((resolve, reject) => {
      const waiting = { person, begin: resolve };
      this.#waiting.add(waiting);
      response.once('close', () => {
        if (this.#waiting.delete(waiting)) reject(new Refusal('request_timeout'));
      });
      this.#beginNext();
    });
  }

  #beginNext(): void {
    while (this.#total < MOST_READS) {
      let next: Waiting | undefined;
      let fewest = MOST_OF_ONE_PERSON;
      for (const waiting of this.#waiting) {
        const count = this.#underWay.get(waiting.person) ?? 0;
        if (count < fewest) [next, fewest] = [waiting, count];
      }
      if (!next) return;
      this.#waiting.delete(next);
      this.#underWay.set(next.person, fewest + 1);
      this.#total++;
      next.begin();
    }
  }

  /** A caller who has hung up ends nothing sooner: the database was still at work for them. */
  #endWhenSent(person: number, response: ServerResponse): void {
    const cut = setTimeout(() => response.destroy(), LONGEST_MS).unref();
    const end = () => {
      clearTimeout(cut);
      const left = (this.#underWay.get(person) ?? 0) - 1;
      if (left > 0) this.#underWay.set(person, left);
      else this.#underWay.delete(person);
      this.#total--;
      this.#beginNext();
    };
    if (response.closed) end();
    else response.once('close', end);
  }
}
