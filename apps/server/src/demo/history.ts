import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { addDays, weekdayOf } from '@balcao/domain/dates/periods.ts';
import { type Cents, cents, sumCents } from '@balcao/domain/money.ts';
import type { Tx } from '../database/connection.ts';
import { type BasketLine, basketOf } from './baskets.ts';
import { instantOf, minutesOf } from './calendar.ts';
import { type ClosingPlan, closingsOf } from './closing-time.ts';
import type { Past } from './past.repository.ts';
import type { SampleClient, SamplePeople, SampleStudent } from './people.ts';
import { type Random, randomFrom } from './random.ts';
import { rhythmOf } from './rhythm.ts';
import { sellerAt, staffOf } from './shifts.ts';
import type { SampleSeller } from './sign-ins.ts';
import { type Tender, tenderFor } from './tender.ts';

export type SampleSale = {
  seller: SampleSeller;
  client: SampleClient;
  student: SampleStudent | undefined;
  lines: BasketLine[];
  payments: Tender[];
};

export type ShopEvent =
  | { kind: 'sale'; at: Date; sale: SampleSale }
  | { kind: 'deletion'; at: Date; sale: SampleSale }
  | SampleCorrection
  | ({ kind: 'closing' } & ClosingPlan)
  | OfficeWork;

/** Records itself as of today, and then moves that to its moment. */
export type OfficeWork = {
  kind: 'office';
  at: Date;
  record(tx: Tx, past: Past): Promise<void>;
};

/** By the seller of the sale, some minutes later. */
export type SampleCorrection = {
  kind: 'refund' | 'exchange' | 'payments';
  at: Date;
  sale: SampleSale;
};

export type HistoryOf = {
  seed: string;
  /** First and last, both included. */
  from: BusinessDay;
  to: BusinessDay;
  /** No event is later, and the boxes of this day are still open. */
  now: Date;
  people: SamplePeople;
  /** The price may have changed since the catalogue. */
  priceOf(code: string): Cents;
};

const DELETED_SHARE = 0.007;
const VISITOR_SHARE = 0.14;
const CORRECTED_SHARES = { refund: 0.003, exchange: 0.003, payments: 0.003 };

/** The shop's days, in order. A day depends on the seed and its date alone, not on the other days. */
export function historyOf(options: HistoryOf): ShopEvent[] {
  const events: ShopEvent[] = [];
  for (let day = options.from; day <= options.to; day = addDays(day, 1))
    events.push(...eventsOf(day, options));
  return events
    .filter(({ at }) => at <= options.now)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

function eventsOf(day: BusinessDay, { seed, now, people, priceOf }: HistoryOf): ShopEvent[] {
  const rhythm = rhythmOf(day);
  if (!rhythm) return [];
  const random = randomFrom(`${seed} ${day}`);
  const staff = staffOf(day, random);
  const count = Math.round(rhythm.sales * (0.85 + 0.3 * random.fraction()));
  const sales = Array.from({ length: count }, () => {
    const halfHour = random.weighted(rhythm.halfHours.map((half) => [half, half.busy] as const));
    const minutes = halfHour.from + 30 * random.fraction();
    const sale = saleOf(
      random,
      people,
      rhythm.schoolGoods,
      sellerAt(staff, minutes, random),
      priceOf,
    );
    return { kind: 'sale' as const, at: instantOf(day, minutes), sale };
  });
  const deletions = sales
    .filter(() => random.chance(DELETED_SHARE))
    .map(({ at, sale }) => ({
      kind: 'deletion' as const,
      at: deletionTime(random, day, at),
      sale,
    }));
  const corrections = correctionsOf(
    randomFrom(`${seed} ${day} corrections`),
    sales.filter(({ sale }) => !deletions.some((deletion) => deletion.sale === sale)),
  );
  // Computed for today as well, so that the random numbers of the day are the same tomorrow.
  const closings = closingsOf(random, day, rhythm, staff, sales);
  const isPast = day < businessDayOf(now);
  return [
    ...sales,
    ...deletions,
    ...corrections,
    ...(isPast ? closings : []).map((closing) => ({ kind: 'closing' as const, ...closing })),
  ];
}

function saleOf(
  random: Random,
  people: SamplePeople,
  schoolGoods: number,
  seller: SampleSeller,
  priceOf: HistoryOf['priceOf'],
): SampleSale {
  const student = random.chance(VISITOR_SHARE) ? undefined : random.pick(people.students);
  const client = student?.payer ?? random.pick(people.clients);
  const lines = basketOf(random, student, schoolGoods);
  const total = sumCents(
    lines.map(({ product, quantity }) => cents(priceOf(product.code) * quantity)),
  );
  return { seller, client, student, lines, payments: tenderFor(random, cents(total)) };
}

/** Corrections of a few sales, made before their seller's last sale, so that the closing has them. */
function correctionsOf(
  random: Random,
  sales: readonly { at: Date; sale: SampleSale }[],
): SampleCorrection[] {
  const { refund, exchange, payments } = CORRECTED_SHARES;
  return sales.flatMap(({ at: soldAt, sale }) => {
    const share = random.fraction();
    const at = new Date(soldAt.getTime() + random.whole(300, 1_500) * 1_000);
    const isLast = !sales.some((later) => later.sale.seller === sale.seller && later.at > at);
    if (isLast || share >= refund + exchange + payments) return [];
    const kind = share < refund ? 'refund' : share < refund + exchange ? 'exchange' : 'payments';
    return [{ kind, at, sale }];
  });
}

/** Within minutes, or on the next working morning. */
function deletionTime(random: Random, day: BusinessDay, soldAt: Date): Date {
  if (random.chance(0.6)) return new Date(soldAt.getTime() + random.whole(120, 600) * 1000);
  const nextDay = addDays(day, weekdayOf(day) === 6 ? 2 : 1);
  return instantOf(nextDay, minutesOf('08:30') + random.whole(0, 120));
}
