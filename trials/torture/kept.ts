import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Problem } from '@balcao/contract/problem.ts';
import type { NewKeptSale, RecordedKeptSale } from '@balcao/contract/sales/kept-sales.ts';
import type { NewSale } from '@balcao/contract/sales/sales.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import { call } from './call.ts';
import { type Counter, untilReply } from './counter.ts';
import type { Account } from './staff-and-stock.ts';

const MOST_KEPT = 5;
const PAUSE_MS = 60;
/** Of these an ordinary request came first, whose answer nobody waited for. */
const SENT_BEFORE = 0.5;
const PATIENCE_MS = 50;
/** Two tabs that send the same. */
const TWO_TABS = 0.1;

/** A counter that hears nothing: its clients get papers, and the sales are sent one after the other later. */
export async function keepSales(counter: Counter): Promise<void> {
  const { ledger, sales, random, origin } = counter;
  const account = counter.account();
  const kept: { key: string; sale: NewSale; madeAt: Date }[] = [];
  for (let left = 1 + random.below(MOST_KEPT); left > 0; left--) {
    const key = randomUUID();
    const sale = sales[random.below(sales.length)] as NewSale;
    ledger.willSend(key);
    if (random.chance(SENT_BEFORE)) {
      const token = await account.token();
      const timeoutMs = 1 + random.below(PATIENCE_MS);
      await call(origin(), 'createSale', { token, key, body: sale, timeoutMs });
    }
    ledger.papers.add(key);
    kept.push({ key, sale, madeAt: new Date() });
    await delay(random.below(PAUSE_MS));
  }
  const device = randomUUID();
  for (const [at, { key, sale, madeAt }] of kept.entries()) {
    const body = keptSale(sale, { device, madeAt, waiting: kept.length - at });
    const tabs = random.chance(TWO_TABS) ? 2 : 1;
    await Promise.all(Array.from({ length: tabs }, () => sendKept(counter, account, key, body)));
  }
}

/** One whose paper does not add up: it is on the administrators' list alone. */
export async function keepWrongSum(counter: Counter): Promise<void> {
  const key = randomUUID();
  const sale = counter.sales[0] as NewSale;
  const body = keptSale(sale, { device: randomUUID(), madeAt: new Date(), waiting: 1 });
  for (const item of body.paper) item.price += 1;
  counter.ledger.papers.add(key);
  await sendKept(counter, counter.account(), key, body);
}

type Mark = { device: string; madeAt: Date; waiting: number };

function keptSale(sale: NewSale, { device, madeAt, waiting }: Mark): NewKeptSale {
  const paper = sale.products.map(({ product, quantity, subtotal }) => ({
    ...{ code: `${product}`, name: `Produto ${product}` },
    price: Math.round((subtotal * 100) / quantity) / 100,
  }));
  return { made_at: madeAt.toISOString(), device, waiting, sale, paper };
}

async function sendKept(
  counter: Counter,
  account: Account,
  key: string,
  body: NewKeptSale,
): Promise<void> {
  const { ledger } = counter;
  const reply = await untilReply(counter, account, 'createKeptSale', { key, body }, [201, 409]);
  if (reply.status === 201) {
    const { sale } = reply.body as RecordedKeptSale;
    if (!sale) ledger.listed.add(key);
    else ledger.acknowledge(key, { id: sale.id, totalCents: centsFromReais(sale.total_general) });
    return;
  }
  // The other tab came first, and its sale has been deleted since.
  const deleted = ledger.entries.get(key)?.some(({ id }) => ledger.deletions.has(id));
  if (deleted && (reply.body as Problem).code === 'sale_deleted') return;
  throw new Error(`createKeptSale was answered with ${reply.text}`);
}
