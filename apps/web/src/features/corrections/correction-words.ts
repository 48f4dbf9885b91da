import type { Correction } from '@balcao/contract/sales/corrections.ts';
import { replacedWords } from './record/given-back.ts';

export const CORRECTION_NAMES: Record<Correction['kind'], string> = {
  refund: 'Devolução',
  exchange: 'Troca',
  payments: 'Correção de pagamento',
};

/** 'Devolução nº 12' */
export const nameOf = ({ kind, id }: Correction) => `${CORRECTION_NAMES[kind]} nº ${id}`;

export const doneWords = (made: Correction) => `${nameOf(made)} registrada.`;

/** Of an item that came back, and whether it stays out of the stock. */
export const returnedName = ({ product_info, damaged }: Correction['items'][number]): string =>
  damaged ? `${product_info.name} (avariado)` : product_info.name;

/** One line about what a correction did. */
export function summaryOf(correction: Correction): string {
  if (correction.kind === 'payments') return replacedWords(correction.payments);
  const items = correction.items
    .map((item) => `${item.quantity} × ${returnedName(item)}`)
    .join(', ');
  const sale = correction.exchange_sale ? ` · venda nova nº ${correction.exchange_sale}` : '';
  return `${items}${sale}`;
}
