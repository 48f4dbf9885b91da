import { type Cents, cents, formatCents } from '@balcao/domain/money.ts';

/** The centavos of a sum that JSON carried; unlike a single amount, it may be of any size. */
export function centsOfSum(reais: number): Cents {
  return cents(Math.round(reais * 100));
}

/** 'R$ 1.234,56' of the same. Throws RangeError for what is no number. */
export function formatReais(reais: number): string {
  return formatCents(centsOfSum(reais));
}
