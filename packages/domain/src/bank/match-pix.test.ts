import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BusinessDay } from '../dates/business-day.ts';
import { type Cents, cents, sumCents } from '../money.ts';
import { runs } from '../testing/runs.ts';
import { expectedPix } from './expected-pix.ts';
import { type BankLine, howJoined, matchPix, matchReturns, type ShopPayment } from './match-pix.ts';

type Given = [
  day: string,
  time: string | null,
  amount: number,
  txid?: string | null,
  name?: string,
];
const movement = ([day, time, amount, txid = null, name = '']: Given, index: number) => ({
  ...{ id: index + 1, day: `2026-03-${day}` as BusinessDay, time },
  ...{ amount: cents(amount), txid, name },
});
const matched = (lines: Given[], payments: Given[]) =>
  [...matchPix(lines.map(movement), payments.map(movement) as ShopPayment[])]
    .flat()
    .map(({ line, payment, how }) => `${line}=${payment} ${how}`);

test('a txid decides, also when the amount differs or another one is nearer', () => {
  const lines: Given[] = [
    ['02', '10:00', 3000],
    ['02', '10:01', 3000, 'a'],
    ['02', '10:01', 2999, 'b'],
  ];
  const payments: Given[] = [
    ['02', '10:00', 3000, 'b'],
    ['02', '10:05', 3000, 'a'],
  ];
  expect(matched(lines, payments)).toEqual(['3=1 txid', '2=2 txid']);
});

test('of two lines with one txid the one with the amount is the payment, and the other is left', () => {
  const twice: Given[] = [
    ['02', '10:00', 100, 'a'],
    ['02', '10:01', 3000, 'a'],
  ];
  const payments: Given[] = [
    ['02', '10:00', 3000, 'a'],
    ['02', '10:02', 100],
  ];
  // The left one is not taken for a payment of its amount either.
  expect(matched(twice, payments)).toEqual(['2=1 txid']);
});

test('without a txid the nearest of the same amount is found, so that the one that was not paid is left', () => {
  const sold: Given[] = [
    ['02', '10:00', 4990],
    ['02', '10:06', 4990],
  ];
  expect(matched([['02', '10:05', 4990]], sold)).toEqual(['1=2 amount']);
  expect(matched([['02', '12:07', 4990]], sold)).toEqual([]);
  expect(matched([['02', '10:05', 4991]], sold)).toEqual([]);
});

test('without a time, of one day and amount the initials say who paid', () => {
  const sold: Given[] = [
    ['06', '10:00', 300, null, 'GMQ'],
    ['06', '11:00', 300, null, 'ARV'],
    ['06', '12:00', 300, null, 'JS'],
  ];
  // Words of the bank stand before a name, or it is cut off; a father may pay for whom the sale is.
  const lines: Given[] = [
    ['06', null, 300, null, 'CARV'],
    ['06', null, 300, null, 'BT'],
    ['06', null, 300, null, 'GM'],
  ];
  expect(matched(lines, sold).sort()).toEqual(['1=2 amount', '2=3 amount', '3=1 amount']);
  // Another day is further away than another name.
  const late: Given[] = [
    ['06', null, 300, null, 'BT'],
    ['07', null, 300, null, 'GMQ'],
  ];
  expect(matched(late, sold.slice(0, 1))).toEqual(['1=1 amount']);
});

test('without a time the same day comes first; a Friday is found on Monday, and never before it was sold', () => {
  const weekend: Given[] = [
    ['06', '19:00', 4990],
    ['09', '08:00', 4990],
  ];
  const line: Given = ['09', null, 4990];
  expect(matched([line], weekend)).toEqual(['1=2 amount']);
  expect(matched([line, line], weekend)).toEqual(['1=2 amount', '2=1 amount']);
  expect(matched([['05', null, 4990]], weekend)).toEqual([]);
  expect(matched([['13', null, 4990]], weekend)).toEqual([]);
  // Just before midnight, and booked after it.
  expect(matched([['03', '00:01', 10]], [['02', '23:59', 10]])).toEqual(['1=1 amount']);
});

const time = fc
  .integer({ min: 8 * 60, max: 23 * 60 + 59 })
  .map((minute) =>
    [Math.floor(minute / 60), minute % 60].map((part) => `${part}`.padStart(2, '0')).join(':'),
  );
const day = fc.integer({ min: 1, max: 6 }).map((at) => `2026-03-0${at}` as BusinessDay);
const amount = fc.constantFrom(1, 4990, 5000).map(cents);
const txid = fc.option(fc.constantFrom('a', 'b', 'c'), { freq: 1 });
const numbered = <T>(given: fc.Arbitrary<T>) =>
  fc.array(given, { maxLength: 8 }).map((all) => all.map((one, at) => ({ id: at + 1, ...one })));
const name = fc.constantFrom('', 'A', 'AB', 'BC');
const lines = numbered(fc.record({ day, time: fc.option(time), amount, txid, name }));
// Each payment has a txid of its own.
const payments = numbered(fc.record({ day, time, amount, txid, name })).map((all) =>
  all.map((one, at) => ({
    ...one,
    txid: all.findIndex((other) => other.txid === one.txid) === at ? one.txid : null,
  })),
);

test('no line and no payment is used twice, the sums add up, and the order of the files does not matter', () => {
  fc.assert(
    fc.property(lines, payments, (lines: BankLine[], payments) => {
      const found = [...matchPix(lines, payments)].flat();
      const used = { lines: found.map(({ line }) => line), payments: found.map((m) => m.payment) };
      expect(new Set(used.lines).size).toBe(found.length);
      expect(new Set(used.payments).size).toBe(found.length);

      // What is found by its amount is the same money on both sides.
      const sum = (of: readonly (BankLine | undefined)[]) =>
        sumCents(of.map((one) => one?.amount as Cents));
      const byAmount = found.filter(({ how }) => how === 'amount');
      expect(sum(byAmount.map(({ line }) => lines[line - 1]))).toBe(
        sum(byAmount.map(({ payment }) => payments[payment - 1])),
      );
      const named = payments.filter((payment) =>
        lines.some(({ txid }) => txid && txid === payment.txid),
      );
      expect(found.length - byAmount.length).toBe(named.length);
      const isPair = ({ line, payment, how }: (typeof found)[number]) => {
        const [one, other] = [lines[line - 1], payments[payment - 1]];
        return how === 'txid' ? one?.txid === other?.txid : one?.amount === other?.amount;
      };
      expect(found.filter((pair) => !isPair(pair))).toEqual([]);
      const asTexts = (all: typeof found) => all.map((pair) => JSON.stringify(pair)).sort();
      expect(asTexts([...matchPix(lines.toReversed(), payments.toReversed())].flat())).toEqual(
        asTexts(found),
      );
    }),
    runs,
  );
}, 60_000);

/** The rule word by word: every pair there can be, the nearest first. */
function everyPair(lines: BankLine[], payments: ShopPayment[]) {
  const minute = ({ day, time }: BankLine) => Date.parse(`${day}T${time ?? '00:00'}:00Z`) / 60_000;
  const inOrder = <One extends BankLine>(all: One[]) =>
    all.toSorted((a, b) => minute(a) - minute(b) || a.id - b.id);
  const pairs = inOrder(payments).flatMap((payment) =>
    inOrder(lines).flatMap((line) => {
      const days = (Date.parse(line.day) - Date.parse(payment.day)) / 86_400_000;
      const apart = line.time === null ? 1e6 + days : Math.abs(minute(line) - minute(payment));
      const isNear = line.time === null ? days >= 0 && days <= 3 : apart <= 120;
      return isNear && line.amount === payment.amount ? [{ line, payment, apart }] : [];
    }),
  );
  const used = new Set<object>();
  return pairs
    .sort((a, b) => a.apart - b.apart)
    .filter(({ line, payment }) => {
      const isFree = !used.has(line) && !used.has(payment);
      if (isFree) used.add(line).add(payment);
      return isFree;
    })
    .map(({ line, payment }) => `${line.id}=${payment.id}`);
}

test('neighbours in time are enough: the pairs are those of all that could be, the nearest first', () => {
  const crowded = fc.record({
    day: fc.constantFrom('2026-03-02', '2026-03-03', '2026-03-05').map((day) => day as BusinessDay),
    time: fc.integer({ min: 0, max: 30 }).map((at) => (at < 10 ? `23:5${at}` : `00:${at}`)),
    amount: fc.constantFrom(1, 4990).map(cents),
    txid: fc.constant(null),
    name: fc.constant(''),
  });
  const many = <T>(given: fc.Arbitrary<T>) =>
    fc.array(given, { maxLength: 30 }).map((all) => all.map((one, at) => ({ id: at + 1, ...one })));
  const without = fc.record({ line: crowded, timed: fc.boolean() }).map(({ line, timed }) => ({
    ...line,
    time: timed ? line.time : null,
  }));
  fc.assert(
    fc.property(many(without), many(crowded), (lines, payments) => {
      const found = [...matchPix(lines, payments)]
        .flat()
        .map(({ line, payment }) => `${line}=${payment}`);
      expect(found.sort()).toEqual(everyPair(lines, payments).sort());
    }),
    runs,
  );
}, 60_000);

test('20,000 lines of one amount beside 1,900 sales take steps by their number, not by their pairs', () => {
  let steps = 0;
  /** Counts how often anything of it is read. */
  const counting = <One extends object>(one: One) =>
    new Proxy(one, {
      get(of, name) {
        steps++;
        return Reflect.get(of, name);
      },
    });
  const clock = (at: number) =>
    [Math.floor(at / 60) % 24, at % 60].map((part) => `${part}`.padStart(2, '0')).join(':');
  for (const hasTime of [true, false]) {
    const lines = Array.from({ length: 20_000 }, (_, at) =>
      counting(movement(['02', hasTime ? clock(at % 1_440) : null, 1000], at)),
    );
    const payments = Array.from({ length: 1_900 }, (_, at) =>
      counting(movement(['02', clock(at % 1_440), 1000], at) as ShopPayment),
    );
    steps = 0;
    expect([...matchPix(lines, payments)].flat()).toHaveLength(1_900);
    // Sorting compares each some fifteen times.
    expect(steps).toBeLessThan(21_900 * 150);
  }
}, 60_000);

const pix = (id: string, amount: number, net = amount) => ({
  ...{ id, amount: cents(amount), net: cents(net) },
});
const standing = (paid: ReturnType<typeof pix>[], ...corrections: ReturnType<typeof pix>[][]) =>
  expectedPix(paid, corrections).map(({ line, stands }) => `${line.id}${stands ? '' : ' undone'}`);

test('a correction of payments says which Pix of a sale still stands', () => {
  const [a, b] = [pix('a', 3000), pix('b', 3000, 1990)];
  expect(standing([a, b])).toEqual(['a', 'b']);
  expect(standing([a, b], [])).toEqual(['a undone', 'b undone']);
  expect(standing([], [pix('c', 500)])).toEqual(['c']);
  // The net amount is what a correction names.
  expect(standing([a, b], [pix('c', 1990), pix('d', 3000)])).toEqual(['a', 'b']);
  expect(standing([a, b], [pix('c', 4990)])).toEqual(['a undone', 'b undone', 'c']);
  expect(standing([a], [pix('c', 2000), pix('d', 1000)], [pix('e', 2000)])).toEqual([
    'a undone',
    'c',
    'd undone',
  ]);
});

test('a return is found among Pix that went out: of its day, of a week after, or of the day before', () => {
  const paid = (lines: Given[], returns: Given[]) =>
    [...matchReturns(lines.map(movement), returns.map(movement) as ShopPayment[])]
      .flat()
      .map(({ line, payment }) => `${line}=${payment}`);
  const back: Given = ['10', '10:00', 3000];
  for (const day of ['09', '10', '17']) expect(paid([[day, null, 3000]], [back])).toEqual(['1=1']);
  for (const day of ['08', '18']) expect(paid([[day, null, 3000]], [back])).toEqual([]);
  expect(paid([['10', null, 2999]], [back])).toEqual([]);
  // Twice sent is once paid.
  const twice: Given[] = [
    ['11', '09:00', 3000],
    ['10', '18:00', 3000],
  ];
  expect(paid(twice, [back])).toEqual(['2=1']);
});

test('only what has a time, and is no return, was found by it', () => {
  const joined = (
    how: 'txid' | 'amount' | null,
    time: string | null,
    kind: 'pix' | 'sent' = 'pix',
  ) => howJoined({ how, time }, kind);
  expect(joined('amount', '10:00')).toBe('amount');
  expect(joined('amount', null)).toBe('day');
  expect(joined('amount', '10:00', 'sent')).toBe('day');
  expect([joined('txid', null), joined(null, null)]).toEqual(['txid', null]);
});
