import { Answers } from './answers.ts';

/** What an answer 201 said of a sale. */
export type Acknowledged = { id: number; totalCents: number };

/** What an answer said of a closing. */
export type AcknowledgedClosing = {
  id: number;
  sellerId: number;
  version: number;
  totalCents: number;
  salesCount: number;
};

/**
 * The client's own list: every key that was ever sent, and what was answered. Books that balance say
 * nothing about a sale that is missing whole; this list does.
 */
export class Ledger {
  readonly #entries = new Map<string, Acknowledged[]>();
  readonly #sales: number[] = [];
  readonly #deletions = new Map<number, 'asked' | 'acknowledged'>();
  readonly #closings: AcknowledgedClosing[] = [];
  readonly #answers = new Answers();

  /** Before the first send: from now on a sale with this key may exist. */
  willSend(key: string): void {
    this.#entries.set(key, []);
  }

  /** Every answer there is; a key that is answered with a second sale keeps both, to be compared. */
  acknowledge(key: string, answer: Acknowledged): void {
    const answers = this.#entries.get(key);
    if (!answers) throw new Error(`Nobody has sent the key ${key}`);
    const same = ({ id, totalCents }: Acknowledged) =>
      id === answer.id && totalCents === answer.totalCents;
    if (!answers.some(same)) {
      answers.push(answer);
      this.#sales.push(answer.id);
    }
    this.#answers.heard();
  }

  /** Before the first send: from now on the sale may be deleted. */
  willDelete(id: number): void {
    if (!this.#deletions.has(id)) this.#deletions.set(id, 'asked');
  }

  deleted(id: number): void {
    this.#deletions.set(id, 'acknowledged');
  }

  closed(closing: AcknowledgedClosing): void {
    this.#closings.push(closing);
  }

  /** Resolves after `count` more answers, with the longest time (ms) that one of them was waited for. */
  answers(count: number): Promise<number> {
    return this.#answers.next(count);
  }

  get entries(): ReadonlyMap<string, readonly Acknowledged[]> {
    return this.#entries;
  }

  /** Ids of the acknowledged sales, oldest first. */
  get sales(): readonly number[] {
    return this.#sales;
  }

  get deletions(): ReadonlyMap<number, 'asked' | 'acknowledged'> {
    return this.#deletions;
  }

  get closings(): readonly AcknowledgedClosing[] {
    return this.#closings;
  }
}
