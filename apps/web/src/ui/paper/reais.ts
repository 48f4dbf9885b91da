import { cents, formatCents } from '@balcao/domain/money.ts';

/**
 * 'R$ 1.234,56' of a sum that JSON carried; unlike a single amount, it may be of any size. Throws
 * RangeError for what is no number.
 */
export function formatReais(reais: number): string {
  return formatCents(cents(Math.round(reais * 100)));
}

/** A closing's total: what is no number is shown as it came. */
export function formatTotal(total: unknown): string {
  return typeof total === 'number' ? formatReais(total) : String(total ?? '');
}
