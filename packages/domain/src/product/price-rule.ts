import { type Cents, cents, MAX_CENTS, ZERO } from '../money.ts';

/** The centavos that new prices end in: ,90 is 90. */
export const PRICE_ENDINGS = [90, 50, 0] as const;

/** A rule for new prices. A rise by 7 % has 700 hundredths, a fall by 2,5 % has -250. */
export type PriceRule =
  | { readonly kind: 'fixed'; readonly price: Cents }
  | {
      readonly kind: 'percent';
      readonly hundredths: number;
      /** null: as it comes out. */
      readonly ending: (typeof PRICE_ENDINGS)[number] | null;
      /** `nearest`: above or below, in the middle above. `up`: never below. */
      readonly rounding: 'nearest' | 'up';
    };

/** The product would cost nothing, or more than the books hold. */
export type PriceObstacle = 'free' | 'too_high';

export const LEAST_HUNDREDTHS = -9_999;
export const MOST_HUNDREDTHS = 100_000;

/**
 * The price by a rule. A percentage comes to the centavo first, half up, and then to its ending. What costs
 * nothing stays free by any percentage, and nothing becomes free by one.
 */
export function priceByRule(old: Cents, rule: PriceRule): Cents | PriceObstacle {
  if (rule.kind === 'fixed') return rule.price;
  if (old === ZERO) return ZERO;
  // At most 1e9 × 110 000, which is below 2^53.
  const exact = Math.floor((old * (10_000 + rule.hundredths) + 5_000) / 10_000);
  const price = withEnding(exact, rule);
  if (price === 0) return 'free';
  return price > MAX_CENTS ? 'too_high' : cents(price);
}

function withEnding(
  price: number,
  { ending, rounding }: Extract<PriceRule, { kind: 'percent' }>,
): number {
  if (ending === null) return price;
  const past = rounding === 'up' ? 99 : 50;
  // A price below the first ending goes up to it.
  return Math.max(0, Math.floor((price - ending + past) / 100)) * 100 + ending;
}
