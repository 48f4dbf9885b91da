import { routes } from '@balcao/contract/routes.ts';
import { cents } from '@balcao/domain/money.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSale,
  aUser,
} from '@balcao/server/src/testing/builders.ts';
import type { Section } from '../figures.ts';
import { forgetPeak, peakMegabytes } from '../process-memory.ts';
import { Generator } from '../sale/generator.ts';
import type { HttpSetup } from '../sale/http-load.ts';
import { bodyOf, credentialsOf, stock } from '../sale/sales.ts';
import { type BenchShop, openBenchShop } from '../shop.ts';
import type { CrowdSetup } from './crowd-load.ts';

const ROUNDS = 3;
const SLICE_MS = 10_000;
const LISTS = 40;
const SALES = 300;
const ITEMS = 300;
/** The least that is promised: resident memory in MB, and a sale's 95th percentile in ms. */
const MOST = { memory: 600, p95: 500 };

/** One seller asks for the heaviest lists there are, forty at a time, while another sells. */
export async function crowd(): Promise<Section> {
  const shop = await openBenchShop();
  const generators: Generator[] = [];
  const open = (program: string, setup: object) => {
    const generator = new Generator(new URL(program, import.meta.url), setup);
    generators.push(generator);
    return generator;
  };
  try {
    const { sellers, sales } = await stock(shop.owner.db, 1);
    const [seller] = sellers;
    if (!seller) throw new Error('There is no seller');
    const selling = open('../sale/http-load.ts', {
      origin: shop.origin,
      path: routes.createSale.path,
      tokens: [await shop.signIn(credentialsOf(seller))],
      bodies: sales.map(bodyOf),
    } satisfies HttpSetup);
    const listing = open('crowd-load.ts', {
      address: `${shop.origin}${routes.listSales.path}?page_size=100`,
      token: await shop.signIn(credentialsOf(await sellerOfLongSales(shop))),
    } satisfies CrowdSetup);

    const found: Record<'alone' | 'p95' | 'longest' | 'memory' | 'lists', number[]> = {
      alone: [],
      p95: [],
      longest: [],
      memory: [],
      lists: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      const slice = { connections: 1, milliseconds: SLICE_MS };
      found.alone.push((await selling.run(slice)).p95Ms);
      await forgetPeak(shop.pid.server);
      const crowded = listing.run({ connections: LISTS, milliseconds: SLICE_MS });
      const sold = await selling.run(slice);
      found.p95.push(sold.p95Ms);
      found.longest.push(sold.p99Ms);
      found.lists.push((await crowded).perSecond);
      found.memory.push(await peakMegabytes(shop.pid.server));
    }
    return {
      name: 'One seller asks for everything',
      how: `${LISTS} lists of 100 sales of ${ITEMS} items each at once, again and again, by one seller, while another sells on one connection. ${ROUNDS} rounds of ${SLICE_MS / 1_000} s, each after as long without the lists; memory is VmHWM of Node. A sale that is not answered with 201 ends the measurement.`,
      measured: [
        { name: 'p95 of a sale, alone', unit: 'ms', rounds: found.alone },
        { name: 'p95 of a sale, beside the lists', unit: 'ms', rounds: found.p95 },
        { name: 'p99 of a sale, beside the lists', unit: 'ms', rounds: found.longest },
        { name: 'server’s memory at its highest', unit: 'MB', rounds: found.memory },
        { name: 'lists', unit: 'per s', rounds: found.lists },
      ],
      ratios: [
        {
          name: `p95 beside the lists, of ${MOST.p95} ms`,
          rounds: found.p95.map((value) => value / MOST.p95),
          reach: { atMost: 1 },
        },
        {
          name: `memory, of ${MOST.memory} MB`,
          rounds: found.memory.map((value) => value / MOST.memory),
          reach: { atMost: 1 },
        },
      ],
      notes: [],
    };
  } finally {
    await Promise.all(generators.map((generator) => generator.stop()));
    await shop.stop();
  }
}

async function sellerOfLongSales({ owner }: BenchShop) {
  const seller = await aUser(owner.db);
  const client = await aClient(owner.db);
  const method = await aPaymentMethod(owner.db);
  const items: { product: Awaited<ReturnType<typeof aProduct>> }[] = [];
  while (items.length < ITEMS) items.push({ product: await aProduct(owner.db) });
  const due = items.reduce((sum, { product }) => sum + product.unitPrice, 0);
  const payments = [{ method, amount: cents(due) }];
  for (let made = 0; made < SALES; made++)
    await aSale(owner.pool, { seller, client, items, payments });
  return seller;
}
