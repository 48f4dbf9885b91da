import type { BusinessDay } from '../dates/business-day.ts';
import type { Cents } from '../money.ts';
import { minuteOf, nearestNames } from './same-movement.ts';

export type BankLine = {
  id: number;
  day: BusinessDay;
  time: string | null;
  amount: Cents;
  txid: string | null;
  /** The initials of who paid, or of the client; '' if not known. */
  name: string;
};
/** `day` and `time` are when the sale was recorded. */
export type ShopPayment = BankLine & { time: string };

export type Match = { line: number; payment: number; how: 'txid' | 'amount' };

/** How a line was joined; `day`: by its amount, where no time was compared. */
export function howJoined<How extends string | null>(
  { how, time }: { how: How; time: string | null },
  kind: 'pix' | 'sent',
): How | 'day' {
  return how === 'amount' && (kind === 'sent' || time === null) ? 'day' : how;
}

/** Where the statement has a time: what is further from the sale is another payment. */
const MOST_MINUTES = 120;
/** Where it has only a day: some banks book a weekend's Pix on Monday. */
export const MOST_DAYS = 3;
/** A return may be paid by somebody who does it once a week. */
export const RETURN_DAYS = 7;
/** What a person may join. A client may pay a week after the sale was recorded, a shop give back after a month. */
export const JOINABLE_DAYS = { pix: 7, sent: 31 };
/** After the money. A sale is recorded by the day on which it is paid; some record a return when they have paid it. */
export const RECORDED_AFTER_DAYS = { pix: 0, sent: 1 };
const DAY_MINUTES = 1_440;

/**
 * Which line of a statement is which Pix of the shop. By txid first, where the amount may differ; of two lines with
 * one txid the one with the amount, else the first. Then lines without a txid, by equal amount: the nearest pair
 * first, of equally near ones the earliest. A line and a payment are in one pair at most, and the order of the
 * arguments changes nothing. They come in portions, so that others can run in between.
 */
export function* matchPix(
  lines: readonly BankLine[],
  payments: readonly ShopPayment[],
): Generator<Match[]> {
  const inOrder = lines.toSorted(earliestFirst);
  const named = Map.groupBy(inOrder, ({ txid }) => txid);
  const byTxid = payments.flatMap((payment): Match[] => {
    const lines = payment.txid === null ? [] : (named.get(payment.txid) ?? []);
    const line = lines.find(({ amount }) => amount === payment.amount) ?? lines[0];
    return line ? [{ line: line.id, payment: payment.id, how: 'txid' }] : [];
  });
  yield byTxid;
  const found = new Set(byTxid.map(({ payment }) => payment));
  const left = payments.filter(({ id }) => !found.has(id)).toSorted(earliestFirst);
  const unnamed = Map.groupBy(named.get(null) ?? [], ({ amount }) => amount);
  const unpaid = Map.groupBy(left, ({ amount }) => amount);
  for (const [amount, payments] of unpaid) {
    yield* nearestPairs(unnamed.get(amount) ?? [], payments);
  }
}

const earliestFirst = (a: BankLine, b: BankLine) =>
  compare(a.day, b.day) || compare(a.time ?? '', b.time ?? '') || a.id - b.id;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Of one amount, in their order. A line of which only the day is known is further away than any with a time. */
function* nearestPairs(
  lines: readonly BankLine[],
  payments: readonly ShopPayment[],
): Generator<Match[]> {
  const paid = new Set<number>();
  const timed = lines.filter(({ time }) => time !== null);
  for (const pairs of pairByTime(timed, payments)) {
    for (const { payment } of pairs) paid.add(payment);
    yield pairs;
  }
  yield* pairByDay(
    lines.filter(({ time }) => time === null),
    payments.filter(({ id }) => !paid.has(id)),
  );
}

/** What happened in one minute on one side and is not in a pair yet, with its neighbours in time. */
type Place = {
  minute: number;
  isLine: boolean;
  /** The first is at the end. */
  ids: number[];
  before: Place | undefined;
  after: Place | undefined;
};

/**
 * The nearest pairs first, of equally near ones the earliest. The nearest two are always neighbours in time, so no
 * others are looked at: a file may hold twenty thousand lines of one amount, whose pairs are too many to list.
 */
function* pairByTime(
  lines: readonly BankLine[],
  payments: readonly ShopPayment[],
): Generator<Match[]> {
  const near: [line: Place, payment: Place][][] = Array.from(
    { length: MOST_MINUTES + 1 },
    () => [],
  );
  const meet = (one: Place | undefined, other: Place | undefined) => {
    if (!one || !other || one.isLine === other.isLine) return;
    near[Math.abs(one.minute - other.minute)]?.push(one.isLine ? [one, other] : [other, one]);
  };
  const places = placesOf(lines, payments);
  for (const place of places) meet(place.before, place);
  for (const pairs of near) {
    const found: Match[] = [];
    pairs.sort(([a, b], [c, d]) => b.minute - d.minute || a.minute - c.minute);
    for (const [line, payment] of pairs) {
      if (line.ids.length === 0 || payment.ids.length === 0) continue;
      while (line.ids.length > 0 && payment.ids.length > 0) {
        const pair = { line: line.ids.pop() as number, payment: payment.ids.pop() as number };
        found.push({ ...pair, how: 'amount' });
      }
      // What is left has another neighbour, further away than this one.
      for (const place of [line, payment].filter(({ ids }) => ids.length === 0)) {
        const { before, after } = place;
        if (before) before.after = after;
        if (after) after.before = before;
        meet(before, after);
      }
    }
    if (found.length > 0) yield found;
  }
}

/** In the order of time, each linked to the one before it and after it. */
function placesOf(lines: readonly BankLine[], payments: readonly ShopPayment[]): Place[] {
  const places = new Map<string, Place>();
  const add = (of: BankLine, isLine: boolean) => {
    const minute = numberOf(of.day) * DAY_MINUTES + minuteOf(of.time ?? '');
    const known = places.get(`${minute} ${isLine}`);
    if (known) known.ids.push(of.id);
    else {
      const place = { minute, isLine, ids: [of.id], before: undefined, after: undefined };
      places.set(`${minute} ${isLine}`, place);
    }
  };
  for (const line of lines.toReversed()) add(line, true);
  for (const payment of payments.toReversed()) add(payment, false);
  const inOrder = [...places.values()].sort((a, b) => a.minute - b.minute);
  for (const [at, place] of inOrder.entries()) {
    place.before = inOrder[at - 1];
    place.after = inOrder[at + 1];
  }
  return inOrder;
}

/**
 * Which Pix that went out is which return of the shop, by amount alone: of the same day first, then of the next ones,
 * then of the day before.
 */
export function* matchReturns(
  lines: readonly BankLine[],
  returns: readonly ShopPayment[],
): Generator<Match[]> {
  const sent = Map.groupBy(lines.toSorted(earliestFirst), ({ amount }) => amount);
  const recorded = Map.groupBy(returns.toSorted(earliestFirst), ({ amount }) => amount);
  const order = [...daysUpTo(RETURN_DAYS), -RECORDED_AFTER_DAYS.sent];
  for (const [amount, returns] of recorded) {
    yield* pairByDay(sent.get(amount) ?? [], returns, order);
  }
}

const daysUpTo = (most: number) => Array.from({ length: most + 1 }, (_, days) => days);

/** In the order of the days between a payment and its line; of one day those whose names may be one come first. */
function* pairByDay(
  lines: readonly BankLine[],
  payments: readonly ShopPayment[],
  order = daysUpTo(MOST_DAYS),
): Generator<Match[]> {
  // The first is at the end.
  const booked = Map.groupBy(lines.toReversed(), ({ day }) => numberOf(day));
  const named = Map.groupBy(lines.toReversed(), ({ day, name }) => `${numberOf(day)} ${name}`);
  const names = new Map([...booked].map(([day, lines]) => [day, new Set(lines.map(nameOf))]));
  const taken = new Set<number>();
  let left = payments;
  const pairBy = (waiting: (payment: ShopPayment) => readonly (BankLine[] | undefined)[]) => {
    const found: Match[] = [];
    left = left.filter((payment) => {
      for (const lines of waiting(payment)) {
        while (lines && taken.has(lines.at(-1)?.id ?? 0)) lines.pop();
        const line = lines?.pop();
        if (!line) continue;
        taken.add(line.id);
        found.push({ line: line.id, payment: payment.id, how: 'amount' });
        return false;
      }
      return true;
    });
    return found;
  };
  for (const days of order) {
    yield pairBy(({ day, name }) => {
      const on = numberOf(day) + days;
      return nearestNames(name, names.get(on)).map((name) => named.get(`${on} ${name}`));
    });
    yield pairBy(({ day }) => [booked.get(numberOf(day) + days)]);
  }
}

const nameOf = ({ name }: BankLine) => name;

const numberOf = (day: BusinessDay) => Date.parse(day) / (DAY_MINUTES * 60_000);
