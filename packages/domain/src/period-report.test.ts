import fc from 'fast-check';
import { expect, test } from 'vitest';
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
const sales = fc.array(sale, { maxLength: 40 });
const portuguese = new Intl.Collator('pt-BR');
const fewer = { ...runs, numRuns: Math.ceil(runs.numRuns / 10) };

const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const amounts = (lines: readonly PaymentLine[]) => lines.map((line) => line.amount);

function sumsRule(report: typeof periodReport) {
  return fc.property(sales, (all) => {
    const { groups, byMethod, subtotal, totalGeneral } = report(all);
    const sold = add(all.map((each) => each.totalGeneral));
    expect(totalGeneral).toBe(sold);
    expect(subtotal).toBe(add(all.map((each) => each.subtotal)));
    expect(add(amounts(byMethod))).toBe(sold);
    expect(add(groups.map((group) => group.total))).toBe(sold);
    for (const group of groups) {
      const own = all.filter((each) => each.sellerId === group.sellerId);
      expect(group.sales).toEqual(own);
      expect(group.total).toBe(add(own.map((each) => each.totalGeneral)));
      expect(add(amounts(group.byMethod))).toBe(group.total);
    }
    for (const { method, amount } of byMethod) {
      const parts = groups.flatMap((group) =>
        group.byMethod.filter((one) => one.method === method),
      );
      expect(add(amounts(parts))).toBe(amount);
    }
    const lines = [byMethod, ...groups.map((group) => group.byMethod)];
    for (const list of lines) {
      // Each method once, in the order of names, however the sales come.
      const own = [...new Set(list.map((line) => line.method))];
      expect(list.map((line) => line.method)).toEqual(own.sort(portuguese.compare));
      expect(list.every((line) => line.amount > 0)).toBe(true);
    }
    expect(add(groups.map((group) => group.sales.length))).toBe(all.length);
  });
}

test('every sale is in one group, and every sum adds up to what was sold', () => {
  fc.assert(sumsRule(periodReport), fewer);
});

const faults: Record<string, typeof periodReport> = {
  'change counted as takings': (all) =>
    periodReport(all.map((each) => ({ ...each, change: ZERO }))),
  'sellers grouped by name': (all) =>
    periodReport(
      all.map((each) => ({ ...each, sellerId: names.indexOf(each.sellerName ?? '') + 1 })),
    ),
  'a last sale left out': (all) => periodReport(all.slice(0, -1)),
  'a total of subtotals': (all) => {
    const report = periodReport(all);
    return { ...report, totalGeneral: report.subtotal };
  },
  'a method that is summed for one seller': (all) => {
    const report = periodReport(all);
    const lines = report.groups.flatMap((group) => group.byMethod);
    return { ...report, byMethod: [...new Map(lines.map((one) => [one.method, one])).values()] };
  },
};

test.each(Object.entries(faults))('%s would be seen', (_fault, faulty) => {
  expect(fc.check(sumsRule(faulty), fewer).failed).toBe(true);
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
  periodReport(all).groups.map(({ sellerId, sellerName }) => [sellerId, sellerName]);

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

test('no sales make no groups and sums of zero', () => {
  expect(periodReport([])).toEqual({ groups: [], subtotal: 0, byMethod: [], totalGeneral: 0 });
});
