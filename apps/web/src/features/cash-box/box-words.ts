import type { Movement } from '@balcao/contract/cash-boxes.ts';
import { cents, formatCents } from '@balcao/domain/money.ts';

export const MOVEMENT_WORDS: Record<Movement['kind'], string> = {
  supply: 'Suprimento',
  withdrawal: 'Sangria',
};

/** A difference between what was counted and what was expected, in reais. */
export function differenceWords(reais: number): string {
  const difference = Math.round(reais * 100);
  if (difference === 0) return 'confere';
  return `${difference < 0 ? 'faltam' : 'sobram'} ${formatCents(cents(Math.abs(difference)))}`;
}
