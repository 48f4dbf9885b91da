import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, cents, MAX_CENTS } from '../money.ts';
import { runs } from '../testing/runs.ts';
import {
  LEAST_HUNDREDTHS,
  MOST_HUNDREDTHS,
  PRICE_ENDINGS,
  type PriceRule,
  priceByRule,
} from './price-rule.ts';

const price = fc
  .oneof(fc.integer({ min: 0, max: MAX_CENTS }), fc.integer({ min: 0, max: 5_000 }))
  .map(cents);
const hundredths = fc.oneof(
  fc.integer({ min: LEAST_HUNDREDTHS, max: MOST_HUNDREDTHS }),
  fc.integer({ min: -1_000, max: 1_000 }),
);
const rounding = fc.constantFrom('nearest', 'up');
type Percent = Extract<PriceRule, { kind: 'percent' }>;
const percent = fc.record<Percent>({
  kind: fc.constant('percent'),
  hundredths,
  ending: fc.constantFrom(...PRICE_ENDINGS, null),
  rounding,
});

/** Without fractions: ten thousand times the price that the percentage means. */
const tenThousandfold = (old: Cents, rule: Percent) =>
  BigInt(old) * BigInt(10_000 + rule.hundredths);

test('a price is whole centavos within the limits, and never becomes nothing', () => {
  fc.assert(
    fc.property(price, percent, (old, rule) => {
      const made = priceByRule(old, rule);
      if (typeof made === 'string') return;
      expect(Number.isSafeInteger(made) && made <= MAX_CENTS).toBe(true);
      expect(made === 0).toBe(old === 0);
      expect(made).toBeGreaterThanOrEqual(0);
    }),
    runs,
  );
});

test('without an ending it is off the percentage by half a centavo at most, and a half goes up', () => {
  fc.assert(
    fc.property(price, percent, (old, rule) => {
      const made = priceByRule(old, { ...rule, ending: null });
      const exact = tenThousandfold(old, rule);
      if (made === 'too_high') {
        expect(exact > BigInt(MAX_CENTS) * 10_000n).toBe(true);
        return;
      }
      const off = (made === 'free' ? 0n : BigInt(made) * 10_000n) - exact;
      expect(off > -5_000n && off <= 5_000n).toBe(true);
    }),
    runs,
  );
});

test('with an ending it has that ending: the nearest one, or the first that is not below', () => {
  fc.assert(
    fc.property(price, percent, (old, rule) => {
      const plain = priceByRule(old, { ...rule, ending: null });
      const made = priceByRule(old, rule);
      if (rule.ending === null || old === 0 || typeof plain === 'string') return;
      if (made === 'too_high') {
        expect(MAX_CENTS - plain).toBeLessThan(100);
      } else if (made === 'free') {
        expect(rule.ending === 0 && plain < 50).toBe(true);
      } else {
        expect(made % 100).toBe(rule.ending);
        const off = made - plain;
        const [from, to] = rule.rounding === 'up' ? [0, 99] : [-49, 50];
        expect(off).toBeGreaterThanOrEqual(from);
        // There is no price below zero, so the smallest one may be further away.
        if (made !== rule.ending) expect(off).toBeLessThanOrEqual(to);
      }
    }),
    runs,
  );
});

test('a larger percentage never makes a lower price, nor does a larger old price', () => {
  fc.assert(
    fc.property(price, price, hundredths, percent, (one, two, other, rule) => {
      const comparable = (made: Cents | string) =>
        made === 'free' ? 0 : made === 'too_high' ? Number.POSITIVE_INFINITY : (made as number);
      const made = (old: Cents, by: number) =>
        comparable(priceByRule(old, { ...rule, hundredths: by }));
      const [less, more] = [Math.min(rule.hundredths, other), Math.max(rule.hundredths, other)];
      expect(made(one, less)).toBeLessThanOrEqual(made(one, more));
      if (one === 0 || two === 0) return;
      const [low, high] = one < two ? [one, two] : [two, one];
      expect(made(low, less)).toBeLessThanOrEqual(made(high, less));
    }),
    runs,
  );
});

test.each<[number, number, Percent['ending'], Percent['rounding'], number | string]>([
  [1_000, 700, null, 'nearest', 1_070],
  [1_000, 700, 90, 'nearest', 1_090],
  [1_000, 200, 90, 'nearest', 990],
  [1_000, 200, 90, 'up', 1_090],
  [1_000, 400, 90, 'nearest', 1_090],
  [1_090, 0, 90, 'up', 1_090],
  [50, 100, null, 'nearest', 51],
  [50, 99, null, 'nearest', 50],
  [30, 0, 90, 'nearest', 90],
  [49, 0, 0, 'nearest', 'free'],
  [49, 0, 0, 'up', 100],
  [1, -9_999, null, 'nearest', 'free'],
  [MAX_CENTS, 1, null, 'nearest', 'too_high'],
  [MAX_CENTS, 0, 90, 'up', 'too_high'],
  [0, 700, 90, 'up', 0],
])('%d with %d hundredths, ending %s, %s, is %s', (old, by, ending, how, made) => {
  const rule: PriceRule = { kind: 'percent', hundredths: by, ending, rounding: how };
  expect(priceByRule(cents(old), rule)).toBe(made);
});

test('a fixed price is that price, whatever the old one', () => {
  for (const old of [0, 1, MAX_CENTS]) {
    expect(priceByRule(cents(old), { kind: 'fixed', price: cents(990) })).toBe(990);
  }
});
