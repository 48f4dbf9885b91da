import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closing } from '@balcao/contract/closings.ts';
import type { Problem } from '@balcao/contract/refusal.ts';
import type { RouteName } from '@balcao/contract/routes.ts';
import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import type { Account } from './accounts.ts';
import { type Call, call, type Reply } from './call.ts';
import type { Gate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import type { RandomNumbers } from './random.ts';

const DOUBLE_CLICKS = 0.1;
/** The share of calls that give up within HURRY_MS. */
const HURRIED = 0.02;
const HURRY_MS = 50;
const CLOSINGS = 0.015;
const DELETIONS = 0.03;
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

/**
 * A counter as impatient as a real one: each sale is sent with its key until a reply comes, some of them
 * twice at once. Now and then its box is closed, or the administrator deletes a sale, in the same way.
 * Throws at a reply that no fault explains.
 */
export async function runCounter(counter: Counter): Promise<void> {
  const { gate, random, ledger } = counter;
  while (await gate.enter()) {
    if (random.chance(CLOSINGS)) await closeBox(counter);
    else if (random.chance(DELETIONS) && ledger.sales.length > 0) await deleteSale(counter);
    else await sell(counter);
  }
}

async function sell(counter: Counter): Promise<void> {
  const { ledger, sales, random } = counter;
  const account = counter.account();
  const key = randomUUID();
  const body = sales[random.below(sales.length)] as NewSale;
  ledger.willSend(key);
  const click = async (): Promise<void> => {
    const reply = await untilReply(counter, account, 'createSale', { key, body }, [201, 409]);
    if (reply.status === 201) return recordReply(ledger, key, reply);
    // The other click came first, and its sale has been deleted since.
    const deleted = ledger.entries.get(key)?.some(({ id }) => ledger.deletions.has(id));
    if (deleted && (reply.body as Problem).code === 'sale_deleted') return;
    throw new Error(`createSale was answered with ${reply.text}`);
  };
  const clicks = random.chance(DOUBLE_CLICKS) ? 2 : 1;
  await Promise.all(Array.from({ length: clicks }, click));
}

/** Enters the sale of a 201 into the ledger. */
export function recordReply(ledger: Ledger, key: string, { body }: Reply): void {
  const { id, total_general } = body as Sale;
  ledger.acknowledge(key, { id, totalCents: centsFromReais(total_general) });
}

/** A retry returns the closing of a lost reply, or the next one. */
async function closeBox(counter: Counter): Promise<void> {
  const account = counter.account();
  const body = { seller_id: account.id, date: businessDayOf(new Date()) };
  const reply = await untilReply(counter, account, 'closeBox', { body }, [200]);
  const closing = reply.body as Closing | { message: string };
  if ('message' in closing) return;
  counter.ledger.closings.push({
    id: closing.id,
    sellerId: closing.seller_id,
    version: closing.version,
    totalCents: centsFromReais(closing.total_final),
    salesCount: closing.sales_count,
  });
}

/** After a lost reply the retry gets a 404; the books show whether the sale is there. */
async function deleteSale(counter: Counter): Promise<void> {
  const { ledger, random, administrator } = counter;
  const id = ledger.sales[random.below(ledger.sales.length)] as number;
  ledger.willDelete(id);
  await untilReply(counter, administrator, 'deleteSale', { id }, [200, 404]);
  ledger.deletions.set(id, 'acknowledged');
}

async function untilReply(
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
