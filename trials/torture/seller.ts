import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Closing } from '@balcao/contract/closings.ts';
import type { Problem } from '@balcao/contract/refusal.ts';
import type { RouteName } from '@balcao/contract/routes.ts';
import type { NewSale, Sale } from '@balcao/contract/sales.ts';
import { businessDayOf } from '@balcao/domain/business-day.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { type Answer, ask, type Question } from './ask.ts';
import type { Gate } from './gate.ts';
import type { Ledger } from './ledger.ts';
import type { RandomNumbers } from './random.ts';
import type { Account } from './staff.ts';

const DOUBLE_CLICKS = 0.1;
/** Of the sends: nobody waits for their answer for long. */
const HURRIED = 0.02;
const HURRY_MS = 50;
const CLOSINGS = 0.015;
const DELETIONS = 0.03;
/** Some counters are answered at the first moment, some a little later: not all at the same one. */
const LONGEST_PAUSE_MS = 60;

export type Work = {
  /** Of the network between us and the server. */
  origin: string;
  gate: Gate;
  ledger: Ledger;
  sales: readonly NewSale[];
  random: RandomNumbers;
  /** Whose counter this is at the moment. */
  account: () => Account;
  administrator: Account;
};

/**
 * A counter as impatient as a real one: each sale is sent with its key until it is answered, some twice at
 * once. Now and then its box is closed, or the administrator deletes a sale, also until that is answered.
 * Throws at an answer that no fault explains.
 */
export async function work(given: Work): Promise<void> {
  const { gate, random, ledger } = given;
  while (await gate.enter()) {
    if (random.chance(CLOSINGS)) await closeBox(given);
    else if (random.chance(DELETIONS) && ledger.sales.length > 0) await deleteSale(given);
    else await sell(given);
  }
}

async function sell(given: Work): Promise<void> {
  const { ledger, sales, random } = given;
  const account = given.account();
  const key = randomUUID();
  const sale = sales[random.below(sales.length)] as NewSale;
  ledger.willSend(key);
  const click = async (): Promise<void> => {
    const question = { key, body: sale };
    const answer = await untilAnswered(given, account, 'createSale', question, [201, 409]);
    if (answer.status === 409) {
      // The other click was answered before, and its sale has been deleted since.
      const deleted = ledger.entries.get(key)?.some(({ id }) => ledger.deletions.has(id));
      if (deleted && (answer.body as Problem).code === 'sale_deleted') return;
      throw new Error(`createSale answered ${answer.text}`);
    }
    const { id, total_general } = answer.body as Sale;
    ledger.acknowledge(key, { id, totalCents: centsFromReais(total_general) });
  };
  const clicks = random.chance(DOUBLE_CLICKS) ? 2 : 1;
  await Promise.all(Array.from({ length: clicks }, click));
}

/** One that was not answered may have been made: asked again, it is answered with that one or the next. */
async function closeBox(given: Work): Promise<void> {
  const account = given.account();
  const body = { seller_id: account.id, date: businessDayOf(new Date()) };
  const answer = await untilAnswered(given, account, 'closeBox', { body }, [200]);
  const closing = answer.body as Closing | { message: string };
  if ('message' in closing) return;
  given.ledger.closed({
    id: closing.id,
    sellerId: closing.seller_id,
    version: closing.version,
    totalCents: centsFromReais(closing.total_final),
    salesCount: closing.sales_count,
  });
}

/** 404 is an answer: an earlier send has done it. Whether the sale is there is for the books to say. */
async function deleteSale({ ledger, random, administrator, ...given }: Work): Promise<void> {
  const id = ledger.sales[random.below(ledger.sales.length)] as number;
  ledger.willDelete(id);
  const work = { ...given, ledger, random, administrator };
  await untilAnswered(work, administrator, 'deleteSale', { id }, [200, 404]);
  ledger.deleted(id);
}

async function untilAnswered(
  { origin, gate, random }: Pick<Work, 'origin' | 'gate' | 'random'>,
  account: Account,
  name: RouteName,
  question: Question,
  accepted: readonly number[],
): Promise<Answer> {
  for (;;) {
    const token = await account.token();
    const hurry = random.chance(HURRIED) && { patience: 1 + random.below(HURRY_MS) };
    const answer = await ask(origin, name, { ...question, token, ...hurry });
    if (answer && accepted.includes(answer.status)) return answer;
    if (answer?.status === 401) await account.renew(token);
    else if (answer && answer.status !== 503) {
      throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    }
    if (gate.isOver) throw new Error(`${name} was never answered`);
    await delay(random.below(LONGEST_PAUSE_MS));
  }
}
