import type { BusinessDay } from '../dates/business-day.ts';
import type { Cents } from '../money.ts';

export type BankLine = {
  id: number;
  day: BusinessDay;
  time: string | null;
  amount: Cents;
  txid: string | null;
};
/** `day` and `time` are when the sale was recorded. */
export type ShopPayment = BankLine & { time: string };

export type Match = { line: number; payment: number; how: 'txid' | 'amount' };

/** Where the statement has a time: what is further from the sale is another payment. */
const MOST_MINUTES = 120;
/** Where it has only a day: some banks book a weekend's Pix on Monday. */
export const MOST_DAYS = 3;
const DAY_MINUTES = 1_440;

/**
 * Which line of a statement is which Pix of the shop. By txid first, where the amount may differ; of two lines with
 * one txid the one with the amount, else the first. Then lines without a txid, by equal amount: the nearest pair
 * first, of equally near ones the earliest. A line and a payment are in one pair at most, and the order of the
 * arguments changes nothing.
 */
export function matchPix(lines: readonly BankLine[], payments: readonly ShopPayment[]): Match[] {
  const inOrder = lines.toSorted(earliestFirst);
  const named = Map.groupBy(inOrder, ({ txid }) => txid);
  const byTxid = payments.flatMap((payment): Match[] => {
    const lines = payment.txid === null ? [] : (named.get(payment.txid) ?? []);
    const line = lines.find(({ amount }) => amount === payment.amount) ?? lines[0];
    return line ? [{ line: line.id, payment: payment.id, how: 'txid' }] : [];
  });
  const found = new Set(byTxid.map(({ payment }) => payment));
  const left = payments.filter(({ id }) => !found.has(id)).toSorted(earliestFirst);
  return [...byTxid, ...byAmount(named.get(null) ?? [], left)];
}

const earliestFirst = (a: BankLine, b: BankLine) =>
  compare(a.day, b.day) || compare(a.time ?? '', b.time ?? '') || a.id - b.id;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function byAmount(lines: readonly BankLine[], payments: readonly ShopPayment[]): Match[] {
  const keyOf = (day: number, amount: Cents) => `${day} ${amount}`;
  const onDay = Map.groupBy(lines, ({ day, amount }) => keyOf(numberOf(day), amount));
  const pairs = payments.flatMap((payment) => {
    const sold = numberOf(payment.day);
    const near = [];
    for (let days = -1; days <= MOST_DAYS; days++) {
      for (const line of onDay.get(keyOf(sold + days, payment.amount)) ?? []) {
        near.push({ line, payment, apart: minutesApart(line, payment, days) });
      }
    }
    return near;
  });
  // The sort is stable: of equally near pairs the earlier payment comes first, then the earlier line.
  const nearestFirst = pairs
    .filter(({ apart }) => apart !== undefined)
    .sort((a, b) => Number(a.apart) - Number(b.apart));
  const used = { lines: new Set<number>(), payments: new Set<number>() };
  return nearestFirst.flatMap(({ line, payment }): Match[] => {
    if (used.lines.has(line.id) || used.payments.has(payment.id)) return [];
    used.lines.add(line.id);
    used.payments.add(payment.id);
    return [{ line: line.id, payment: payment.id, how: 'amount' }];
  });
}

const numberOf = (day: BusinessDay) => Date.parse(day) / (DAY_MINUTES * 60_000);

/**
 * `days` is how much later the line is. Undefined for a pair that can't be one. A pair of which only the days are known
 * is further than any with times.
 */
function minutesApart(line: BankLine, payment: ShopPayment, days: number): number | undefined {
  if (line.time === null) return days >= 0 ? MOST_MINUTES + 1 + days * DAY_MINUTES : undefined;
  const minutes = Math.abs(days * DAY_MINUTES + minuteOf(line.time) - minuteOf(payment.time));
  return minutes <= MOST_MINUTES ? minutes : undefined;
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
