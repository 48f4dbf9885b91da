import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXCHANGE_CREDIT } from './correction-payments.ts';
import { type Cents, cents, ZERO } from './money.ts';
import type { PaymentLine } from './payment-lines.ts';
import { periodReport, type ReportedSale } from './period-report.ts';
import { runs } from './testing/runs.ts';

const methods = ['Dinheiro', 'Espécie', 'Pix', 'Cartão de débito', '10', '__proto__'];
const names = ['Ana', 'Álvaro', 'Zé', 'Ana', '', '  '];

/** A sale that is paid in full, with change. */
const sale = fc
  .record({
    sellerId: fc.integer({ min: 1, max: 6 }),
    nameIndex: fc.integer({ min: 0, max: names.length - 1 }),
    payments: fc.array(
      fc.record({
        method: fc.constantFrom(...methods),
        amount: fc.integer({ min: 1, max: 99_999_999 }).map(cents),
      }),
      { maxLength: 5 },
    ),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    discount: fc.integer({ min: 0, max: 5_000 }),
  })
  .map(({ sellerId, nameIndex, payments, share, discount }): ReportedSale => {
    const paid = payments.reduce((sum, line) => sum + line.amount, 0);
    const totalGeneral = cents(Math.floor(paid * share));
    return {
      sellerId,
      sellerName: names[nameIndex] ?? '',
      payments,
      totalGeneral,
      subtotal: cents(totalGeneral + discount),
      change: cents(paid - totalGeneral),
    };
  });
/** Items that came back, with what was paid out for them, or other payments of the same total. */
const correction = fc
  .record({
    sellerId: fc.integer({ min: 1, max: 6 }),
    payments: fc.array(
      fc.record({
        method: fc.constantFrom(...methods),
        amount: fc.integer({ min: 1, max: 99_999_999 }).map(cents),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    replacing: fc.boolean(),
    discount: fc.integer({ min: 0, max: 5_000 }),
  })
  .map(({ sellerId, payments, replacing, discount }): ReportedSale => {
    const worth = replacing ? 0 : add(amounts(payments));
    const out = payments.map(({ method, amount }) => ({ method, amount: cents(-amount) }));
    const into = [{ method: 'Pix', amount: cents(add(amounts(payments))) }];
    return {
      sellerId,
      sellerName: 'Ana',
      payments: replacing ? [...out, ...into] : out,
      totalGeneral: cents(-worth),
      subtotal: cents(worth === 0 ? 0 : -worth - discount),
      change: ZERO,
    };
  });
/** What came back pays a new sale of the same person as far as it goes; the rest is paid out. */
const exchange = fc.tuple(sale, fc.integer({ min: 1, max: 99_999_999 })).map(([bought, worth]) => {
  const credit = Math.min(worth, bought.totalGeneral);
  const rest = bought.totalGeneral - credit;
  const line = (method: string, amount: number) =>
    amount === 0 ? [] : [{ method, amount: cents(amount) }];
  const payments = [...line(EXCHANGE_CREDIT, credit), ...line('Dinheiro', rest)];
  const out = [...line(EXCHANGE_CREDIT, -credit), ...line('Dinheiro', credit - worth)];
  const totalGeneral = cents(-worth);
  return {
    bought: { ...bought, payments, change: ZERO },
    returned: { ...bought, payments: out, totalGeneral, subtotal: totalGeneral, change: ZERO },
  };
});
const period = fc
  .record({
    sales: fc.array(sale, { maxLength: 40 }),
    corrections: fc.array(correction, { maxLength: 10 }),
    exchanges: fc.array(exchange, { maxLength: 5 }),
  })
  .map(({ sales, corrections, exchanges }) => ({
    sold: [...sales, ...exchanges.map(({ bought }) => bought)],
    corrected: [...exchanges.map(({ returned }) => returned), ...corrections],
  }));
const portuguese = new Intl.Collator('pt-BR');
const fewer = { ...runs, numRuns: Math.ceil(runs.numRuns / 10) };

const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const amounts = (lines: readonly PaymentLine[]) => lines.map((line) => line.amount);
const inPairs = (lines: readonly PaymentLine[]) =>
  Object.fromEntries(lines.map(({ method, amount }) => [method, amount]));

/** The sums by the rule as people say it: the change leaves the cash, then the others from the last one. */
function sumsByHand(all: readonly ReportedSale[]): Record<string, number> {
  const sums: Record<string, number> = Object.create(null);
  const put = (method: string, amount: number) => {
    sums[method] = (sums[method] ?? 0) + amount;
  };
  for (const { payments, change } of all) {
    for (const { method, amount } of payments) put(method, amount);
    const cash = payments.filter(({ method }) => ['Dinheiro', 'Espécie'].includes(method));
    const others = payments.filter((line) => !cash.includes(line));
    let left: number = change;
    for (const { method, amount } of [...cash.toReversed(), ...others.toReversed()]) {
      const taken = Math.min(amount, left);
      if (taken <= 0) continue;
      put(method, -taken);
      left -= taken;
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

test('every sale is in one group, and every sum adds up to what was sold', () => {
  fc.assert(
    fc.property(period, ({ sold, corrected }) => {
      const all = [...sold, ...corrected];
      const { groups, byMethod, subtotal, totalGeneral } = periodReport(sold, corrected);
      const net = add(all.map((each) => each.totalGeneral));
      expect(totalGeneral).toBe(net);
      expect(subtotal).toBe(add(all.map((each) => each.subtotal)));
      expect(add(amounts(byMethod))).toBe(net);
      expect(add(groups.map((group) => group.total))).toBe(net);
      expect(inPairs(byMethod)).toEqual(sumsByHand(all));
      for (const group of groups) {
        const ofSeller = (each: ReportedSale) => each.sellerId === group.key;
        // Sales first, then what puts sales right.
        const own = [...sold.filter(ofSeller), ...corrected.filter(ofSeller)];
        expect(group.rows).toEqual(own);
        expect(group.total).toBe(add(own.map((each) => each.totalGeneral)));
        expect(inPairs(group.byMethod)).toEqual(sumsByHand(own));
      }
      const lines = [byMethod, ...groups.map((group) => group.byMethod)];
      for (const list of lines) {
        // Each method once, in the order of names, however the rows come.
        const own = [...new Set(list.map((line) => line.method))];
        expect(list.map((line) => line.method)).toEqual(own.sort(portuguese.compare));
        expect(own).not.toContain(EXCHANGE_CREDIT);
        if (corrected.length === 0) expect(list.every((line) => line.amount > 0)).toBe(true);
      }
      expect(add(groups.map((group) => group.rows.length))).toBe(all.length);
    }),
    fewer,
  );
});

const plain = (sellerId: number, sellerName: string | null, total = 100): ReportedSale => ({
  sellerId,
  sellerName,
  subtotal: total as Cents,
  totalGeneral: total as Cents,
  payments: [{ method: 'Pix', amount: total as Cents }],
  change: ZERO,
});
const sellersOf = (all: ReportedSale[]) =>
  periodReport(all).groups.map(({ key, sellerName }) => [key, sellerName]);

test('groups stand in the order of a Portuguese dictionary, namesakes apart', () => {
  const all = [plain(4, 'Zé'), plain(3, 'Ana'), plain(2, 'Álvaro'), plain(1, 'Ana')];
  expect(sellersOf(all)).toEqual([
    [2, 'Álvaro'],
    [1, 'Ana'],
    [3, 'Ana'],
    [4, 'Zé'],
  ]);
});

test('a seller without a name is Desconhecido, a renamed one goes by the last name', () => {
  const all = [plain(1, ' '), plain(3, null), plain(2, 'Bia'), plain(2, 'Bia Reis')];
  expect(sellersOf(all)).toEqual([
    [2, 'Bia Reis'],
    [1, 'Desconhecido'],
    [3, 'Desconhecido'],
  ]);
});

test('the name is that of the newest sale, of a correction only without one', () => {
  const { groups } = periodReport(
    [plain(2, 'Bia'), plain(2, 'Bia Reis')],
    [plain(2, 'Bia Lima', -1), plain(3, 'Ana', -1), plain(3, 'Ana Sá', -1)],
  );
  expect(groups.map(({ sellerName }) => sellerName)).toEqual(['Ana Sá', 'Bia Reis']);
});

test('no sales make no groups and sums of zero', () => {
  expect(periodReport([])).toEqual({ groups: [], subtotal: 0, byMethod: [], totalGeneral: 0 });
});
