import { cents, formatCents } from '@balcao/domain/money.ts';

/** Formats a sum of any size in reais as 'R$ 1.234,56'. Throws RangeError if it is no number. */
export function formatReais(reais: number): string {
  return formatCents(cents(Math.round(reais * 100)));
}

/** Formats the total of a closing; a value that is no number stays as it is. */
export function formatTotal(total: unknown): string {
  return typeof total === 'number' ? formatReais(total) : String(total ?? '');
}
