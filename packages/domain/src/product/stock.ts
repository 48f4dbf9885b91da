import { type BusinessDay, businessDayOf } from '../dates/business-day.ts';
import { addMonths } from '../dates/periods.ts';
import { type Cents, centsFromReais } from '../money.ts';

/** Why pieces come in or go out beside sales; a delivery is what makes a product followed. */
export const ADJUSTMENT_KINDS = ['loss', 'damage', 'own_use', 'adjustment'] as const;
export type AdjustmentKind = (typeof ADJUSTMENT_KINDS)[number];
export type MovementKind = 'delivery' | AdjustmentKind;

/** On screen, in files and in the audit. */
export const MOVEMENT_WORDS: Readonly<Record<MovementKind | 'count', string>> = {
  delivery: 'Entrada',
  loss: 'Perda',
  damage: 'Avaria',
  own_use: 'Uso próprio',
  adjustment: 'Acerto',
  count: 'Contagem',
};

/** The days whose sales say how fast a product goes. */
export const PACE_DAYS = 30;

/** How many days the pieces last if they go as in the last PACE_DAYS; null if none went. */
export function daysLeft(onHand: number, soldInPace: number): number | null {
  if (soldInPace <= 0) return null;
  return Math.floor((Math.max(0, onHand) * PACE_DAYS) / soldInPace);
}

/** What is there at the price of today; below zero where the pieces are. */
export const worthOf = ({ price, on_hand }: { price: number; on_hand: number | null }): Cents =>
  (centsFromReais(price) * (on_hand ?? 0)) as Cents;

/** The figure that a proposal of what to buy comes from. */
export const PURCHASE_BASES = ['year_ago', 'pace', 'minimum'] as const;
export type PurchaseBasis = (typeof PURCHASE_BASES)[number];

type ToBuy = {
  /** Sold in the same days a year before, less what came back. */
  year_ago: number;
  /** The same of the last PACE_DAYS. */
  pace: number;
  minimum: number | null;
  on_hand: number | null;
};

/**
 * What to buy for so many days. A product that did not sell in them a year before, such as any in a shop's first year,
 * is bought by its pace of now, and at least up to its minimum. Without a basis nothing says that anybody will want it.
 */
export function proposedPurchase(
  { year_ago, pace, minimum, on_hand }: ToBuy,
  days: number,
): { basis: PurchaseBasis | null; quantity: number } {
  const wanted = {
    year_ago,
    pace: Math.round((pace * days) / PACE_DAYS),
    minimum: minimum ?? 0,
  };
  const now = wanted.minimum > wanted.pace ? 'minimum' : 'pace';
  const basis = year_ago > 0 ? 'year_ago' : now;
  if (wanted[basis] <= 0) return { basis: null, quantity: 0 };
  return { basis, quantity: Math.max(0, wanted[basis] - Math.max(0, on_hand ?? 0)) };
}

/** What the list of stock may be narrowed to. */
export const STOCK_FILTERS = ['missing', 'below', 'unsold'] as const;
export type StockFilter = (typeof STOCK_FILTERS)[number];

type Stocked = { on_hand: number | null; minimum: number | null; last_sold: string | null };

/** None left, fewer than the minimum, or some there and none sold for a year. */
export function isOfStock(
  { on_hand, minimum, last_sold }: Stocked,
  filter: StockFilter,
  today: BusinessDay,
): boolean {
  if (on_hand === null) return false;
  if (filter === 'missing') return on_hand <= 0;
  if (filter === 'below') return minimum !== null && on_hand < minimum;
  const sold = last_sold && businessDayOf(new Date(last_sold));
  return on_hand > 0 && (!sold || sold <= addMonths(today, -12));
}
