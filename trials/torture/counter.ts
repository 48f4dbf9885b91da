import { setTimeout as delay } from 'node:timers/promises';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { type Call, call, type Reply } from './call.ts';
import type { Ledger } from './ledger.ts';
import type { RandomNumbers } from './random.ts';
import type { Account } from './staff-and-stock.ts';

/** The share of calls that give up within HURRY_MS. */
const HURRIED = 0.02;
const HURRY_MS = 50;
/** Counters pause for different times, so that they do not all retry at once. */
const LONGEST_PAUSE_MS = 60;

export type Counter = {
  /** The address for the next call. */
  origin: () => string;
  gate: Gate;
  ledger: Ledger;
  sales: readonly NewSale[];
  random: RandomNumbers;
  /** The current seller. */
  account: () => Account;
  administrator: Account;
  /** The count of stock that is open, for all of them. */
  shelf: { count: number | undefined };
};

/** Holds workers back between two pieces of work. Closed at first. */
export class Gate {
  readonly #workers: number;
  #state: 'open' | 'closed' | 'over' = 'closed';
  #waiting: (() => void)[] = [];
  #allWait: (() => void) | undefined;

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** For a worker before each piece of work; false when there is no more work. */
  async enter(): Promise<boolean> {
    while (this.#state === 'closed') {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        if (this.#waiting.length === this.#workers) this.#allWait?.();
      });
    }
    return this.#state === 'open';
  }

  get isOver(): boolean {
    return this.#state === 'over';
  }

  open(): void {
    this.#release('open');
  }

  /** Resolves when all workers have finished their piece of work. */
  close(): Promise<void> {
    this.#state = 'closed';
    return new Promise((resolve) => {
      this.#allWait = resolve;
      if (this.#waiting.length === this.#workers) resolve();
    });
  }

  /** Ends the work of all workers. */
  end(): void {
    this.#release('over');
  }

  #release(state: 'open' | 'over'): void {
    this.#state = state;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Sends a call until a reply comes. Throws at one that no fault explains. */
export async function untilReply(
  { origin, gate, random }: Counter,
  account: Account,
  name: RouteName,
  given: Call,
  accepted: readonly number[],
): Promise<Reply> {
  for (;;) {
    const token = await account.token();
    const hurry = random.chance(HURRIED) && { timeoutMs: 1 + random.below(HURRY_MS) };
    const reply = await call(origin(), name, { ...given, token, ...hurry });
    if (reply && accepted.includes(reply.status)) return reply;
    if (reply?.status === 401) await account.renew(token);
    else if (reply && reply.status !== 503) {
      throw new Error(`${name} was answered with ${reply.status}: ${reply.text}`);
    }
    if (gate.isOver) throw new Error(`${name} never got a reply`);
    await delay(random.below(LONGEST_PAUSE_MS));
  }
}
