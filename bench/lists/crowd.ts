import { routes } from '@balcao/contract/routes.ts';
import { cents } from '@balcao/domain/money.ts';
import {
  aClient,
  aPaymentMethod,
  aProduct,
  aSale,
  aUser,
} from '@balcao/server/src/testing/builders.ts';
import { measuredOf, ofLimit, type Section } from '../figures.ts';
import { forgetPeak, peakMegabytes } from '../processes.ts';
import { Generator, sellingGenerator } from '../sale/generator.ts';
import { credentialsOf, sellersAt } from '../sale/sellers.ts';
import { type BenchShop, openBenchShop, signIn } from '../shop.ts';
import type { CrowdSetup } from './crowd-load.ts';

const ROUNDS = 3;
const SLICE_MS = 10_000;
const LISTS = 40;
const SALES = 300;
const ITEMS = 300;
/** The promised limits: resident memory, and the 95th percentile of a sale. */
const MOST = { memoryMb: 600, p95Ms: 500 };

type Round = { aloneMs: number; p95Ms: number; p99Ms: number; lists: number; memoryMb: number };

/** One seller requests the heaviest lists there are, forty at a time, while another sells. */
export async function crowd(): Promise<Section> {
  await using shop = await openBenchShop();
  await using selling = sellingGenerator(await sellersAt(shop, 1));
  await using listing = new Generator(new URL('crowd-load.ts', import.meta.url), {
    address: `${shop.origin}${routes.listSales.path}?page_size=100`,
    token: await signIn(shop, credentialsOf(await sellerOfLongSales(shop))),
  } satisfies CrowdSetup);

  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const slice = { connections: 1, milliseconds: SLICE_MS };
    const alone = await selling.run(slice);
    await forgetPeak(shop.pid.server);
    const crowded = listing.run({ connections: LISTS, milliseconds: SLICE_MS });
    const { p95Ms, p99Ms } = await selling.run(slice);
    const lists = (await crowded).perSecond;
    const memoryMb = await peakMegabytes(shop.pid.server);
    rounds.push({ aloneMs: alone.p95Ms, p95Ms, p99Ms, lists, memoryMb });
  }
  const figure = (name: string, unit: string, which: keyof Round) =>
    measuredOf(name, unit, rounds, (round) => round[which]);
  const p95 = figure('p95 of a sale, beside the lists', 'ms', 'p95Ms');
  const memory = figure('server’s memory at its highest', 'MB', 'memoryMb');
  return {
    name: 'One seller requests everything',
    how: `${LISTS} lists of 100 sales of ${ITEMS} items each at once, again and again, by one seller, while another sells on one connection. ${ROUNDS} rounds of ${SLICE_MS / 1_000} s, each after as long without the lists; memory is VmHWM of Node. A sale without a 201 ends the measurement.`,
    measured: [
      figure('p95 of a sale, alone', 'ms', 'aloneMs'),
      p95,
      figure('p99 of a sale, beside the lists', 'ms', 'p99Ms'),
      memory,
      figure('lists', 'per s', 'lists'),
    ],
    ratios: [ofLimit(p95, MOST.p95Ms), ofLimit(memory, MOST.memoryMb)],
    notes: [],
  };
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
