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

/** What to buy so that as many are there as were sold. */
export const suggestedPurchase = (sold: number, onHand: number | null): number =>
  Math.max(0, sold - Math.max(0, onHand ?? 0));
