import type { PriceRule } from '@balcao/contract/products/picked-products.ts';
import type { PlannedPrice, PriceStep } from '@balcao/contract/products/price-changes.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { LEAST_HUNDREDTHS, MOST_HUNDREDTHS } from '@balcao/domain/product/price-rule.ts';
import { counted } from '../../../ui/counts.ts';

export const prices = (count: number) => counted(count, 'preço', 'preços');

/** Reads a percentage: digits, at most two decimals, with or without %. null if it is none or out of range. */
export function hundredthsTyped(text: string, way: 'up' | 'down'): number | null {
  const typed = /^\s*(\d{1,4})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text);
  if (!typed) return null;
  const size = Number(typed[1]) * 100 + Number((typed[2] ?? '').padEnd(2, '0'));
  if (way === 'up') return size <= MOST_HUNDREDTHS ? size : null;
  return size <= -LEAST_HUNDREDTHS ? 0 - size : null;
}

const percentage = (percent: number) =>
  `${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('pt-BR')} %`;

export const ending = (centavos: number) => `,${`${centavos}`.padStart(2, '0')}`;

export function ruleWords(rule: PriceRule): string {
  if ('price' in rule) return `Preço de ${formatReais(rule.price)}`;
  if (rule.ending === null) return percentage(rule.percent);
  const how = rule.rounding === 'up' ? 'para cima' : 'o mais próximo';
  return `${percentage(rule.percent)}, final ${ending(rule.ending)} (${how})`;
}

export const OBSTACLES: Record<NonNullable<PlannedPrice['obstacle']>, string> = {
  free: 'ficaria de graça',
  too_high: 'passaria de R$ 9.999.999,99',
};

export const HOW: Record<PriceStep['how'], string> = {
  created: 'cadastro',
  form: 'por formulário',
  bulk: 'em lote',
  undone: 'desfeito',
  import: 'importação',
};

/** How many prices a preview raises, lowers and leaves, and how many have no new price. */
export function tally(planned: readonly PlannedPrice[]) {
  const sums = { rises: 0, falls: 0, stays: 0, cannot: 0 };
  for (const { price, new_price } of planned) {
    if (new_price === null) sums.cannot++;
    else if (new_price > price) sums.rises++;
    else if (new_price < price) sums.falls++;
    else sums.stays++;
  }
  return sums;
}
