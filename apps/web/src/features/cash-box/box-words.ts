import type { CashBox, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import { type Cents, cents, formatCents, formatReais } from '@balcao/domain/money.ts';

export const MOVEMENT_WORDS: Record<Movement['kind'], string> = {
  supply: 'Suprimento',
  withdrawal: 'Sangria',
};

export const DRAWER_WAS_SHORT =
  'A gaveta não cobriu uma sangria deste caixa. Desde então todas pedem um administrador, seja qual for o valor.';

/** Why a withdrawal asks for an administrator, in the order in which it is read out. */
export function whyApproved(
  why: ReturnType<typeof approvalOfWithdrawal>,
  { withdrawn, limit }: { withdrawn: Cents; limit: Cents },
): string[] {
  if (why === null) return [];
  if (why === 'drawer_was_short') return [DRAWER_WAS_SHORT];
  return [
    ...(withdrawn > 0 ? [`Já saíram ${formatCents(withdrawn)} deste caixa.`] : []),
    `Passa de ${formatCents(limit)}, o que sai de um caixa sem autorização.`,
  ];
}

/** The cash that the seller's last count left in the drawer, if the box was opened with another sum. */
export function leftByLastCount(box: Pick<CashBox, 'float' | 'last_count'>): string | undefined {
  const { float, last_count } = box;
  if (typeof last_count !== 'number' || last_count === float) return undefined;
  return `a contagem anterior deixou ${formatReais(last_count)}`;
}

/** A difference between what was counted and what was expected, in reais. */
export function differenceWords(reais: number): string {
  const difference = Math.round(reais * 100);
  if (difference === 0) return 'confere';
  return `${difference < 0 ? 'faltam' : 'sobram'} ${formatCents(cents(Math.abs(difference)))}`;
}
