import { randomUUID } from 'node:crypto';
import type { Closing } from '@balcao/contract/cash-boxes/closings.ts';
import type { Problem } from '@balcao/contract/problem.ts';
import type { NewSale, Sale } from '@balcao/contract/sales/sales.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { countBox, moveCash, supplyOpenBox, withBox } from './boxes.ts';
import type { Reply } from './call.ts';
import { correctPayments, exchange, refund } from './corrections.ts';
import { type Counter, Gate, untilReply } from './counter.ts';
import { keepSales, keepWrongSum } from './kept.ts';
import type { Ledger } from './ledger.ts';
import type { RandomNumbers } from './random.ts';
import {
  type Account,
  createSellers,
  type OpenShop,
  signInAdministrator,
  stock,
} from './staff-and-stock.ts';
import { countShelf, moveStock } from './stock.ts';

export const COUNTERS = 16;
const DOUBLE_CLICKS = 0.1;
/** What a counter does now and then, with its share; else it sells. */
const RARER: readonly [number, (counter: Counter) => Promise<void>][] = [
  [0.015, closeBox],
  [0.03, deleteSale],
  [0.04, refund],
  [0.02, exchange],
  [0.02, correctPayments],
  [0.02, moveCash],
  [0.01, countBox],
  [0.03, moveStock],
  [0.02, countShelf],
  [0.03, keepSales],
];

type Place = {
  shop: OpenShop;
  ledger: Ledger;
  /** The address for the next call of a counter. */
  origin: () => string;
  /** A stream of its own for each counter. */
  random: (counter: number) => RandomNumbers;
};

/** Stocks a new shop and puts counters into it, which sell while the gate is open. */
export async function openCounters({ shop, ...place }: Place) {
  const administrator = await signInAdministrator(shop);
  const sales = await stock(await shop.open(), await administrator.token());
  const gate = new Gate(COUNTERS);
  const shelf = { count: undefined };
  let staff: readonly Account[] = [];
  const counters = Array.from({ length: COUNTERS }, (_, counter) => ({
    ...place,
    gate,
    sales,
    administrator,
    shelf,
    random: place.random(counter),
    account: () => staff[counter % staff.length] as Account,
  }));
  const selling = Promise.all(counters.map(runCounter));
  // Whoever waits for a sale or a rest hears of it.
  selling.catch(() => {});
  return {
    administrator,
    sales,
    gate,
    selling,
    counter: counters[0] as Counter,
    /** Puts the administrator and new sellers at the counters. */
    async changeStaff() {
      staff = [administrator, ...(await createSellers(shop, administrator))];
    },
  };
}

/**
 * A counter as impatient as a real one: each sale is sent with its key until a reply comes, some of them
 * twice at once. Now and then it puts a sale right, or does something with its box, in the same way.
 * Throws at a reply that no fault explains.
 */
async function runCounter(counter: Counter): Promise<void> {
  const { gate, random } = counter;
  while (await gate.enter()) {
    const rarer = RARER.find(([share]) => random.chance(share));
    await (rarer ? rarer[1] : sell)(counter);
  }
}

/**
 * One of each record that a run of few faults may not have made by chance, in a counted box that stays open:
 * the sums of a closing would show the loss of what is in it without the ledger.
 */
export async function workOnce(counter: Counter): Promise<void> {
  const newest = () => counter.ledger.sales.at(-1);
  await supplyOpenBox(counter);
  await sell(counter);
  await correctPayments(counter, newest());
  await sell(counter);
  await deleteSale(counter, newest());
  await countShelf(counter);
  await keepWrongSum(counter);
  await sell(counter);
}

async function sell(counter: Counter): Promise<void> {
  const { ledger, sales, random } = counter;
  const account = counter.account();
  const key = randomUUID();
  const body = sales[random.below(sales.length)] as NewSale;
  ledger.willSend(key);
  const click = async (): Promise<void> => {
    const reply = await withBox(counter, account, () =>
      untilReply(counter, account, 'createSale', { key, body }, [201, 409]),
    );
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
  counter.ledger.closed(closing);
}

/** After a lost reply the retry gets a 404; the books show whether the sale is there. */
async function deleteSale(counter: Counter, sale?: number): Promise<void> {
  const { ledger, random, administrator } = counter;
  const id = sale ?? ledger.sales[random.below(ledger.sales.length)];
  if (id === undefined) return;
  ledger.willDelete(id);
  const reply = await untilReply(counter, administrator, 'deleteSale', { id }, [200, 404, 409]);
  // A sale that was put right stays.
  if (reply.status !== 409) ledger.deletions.set(id, 'acknowledged');
}
