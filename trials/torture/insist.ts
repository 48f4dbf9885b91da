import { setTimeout as delay } from 'node:timers/promises';
import type { RouteName } from '@balcao/contract/api/routes.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import type { Account } from './accounts.ts';
import { type Call, call, type Reply } from './call.ts';
import type { Gate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import type { RandomNumbers } from './random.ts';

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
};

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
