import type { Correction } from '@balcao/contract/corrections.ts';
import { EXCHANGE_CREDIT } from '@balcao/domain/correction-payments.ts';
import { formatReais } from '@balcao/domain/money.ts';

type MethodAmount = Correction['payments'][number];

const NAMES: Record<Correction['kind'], string> = {
  refund: 'Devolução',
  exchange: 'Troca',
  payments: 'Correção de pagamento',
};

/** 'Devolução nº 12' */
export const nameOf = ({ kind, id }: Correction) => `${NAMES[kind]} nº ${id}`;

export const doneWords = (made: Correction) => `${nameOf(made)} registrada.`;

/** The money that leaves the drawer or the bank, by method. */
export function givenBack({ kind, payments }: Correction): MethodAmount[] {
  if (kind === 'payments') return [];
  return payments
    .filter(({ method, amount }) => amount < 0 && method !== EXCHANGE_CREDIT)
    .map(({ method, amount }) => ({ method, amount: -amount }));
}

/** 'Devolva R$ 42,00 em Dinheiro' */
export function goingBackWords(made: Correction): string | undefined {
  const back = givenBack(made).map(({ method, amount }) => `${formatReais(amount)} em ${method}`);
  return back.length > 0 ? `Devolva ${back.join(' e ')}` : undefined;
}

/** What a correction of payments replaces, and by what. */
function replaced({ payments }: Correction): { before: string[]; after: string[] } {
  const words = (sign: 1 | -1) =>
    payments
      .filter(({ amount }) => amount * sign > 0)
      .map(({ method, amount }) => `${method} ${formatReais(amount * sign)}`);
  return { before: words(-1), after: words(1) };
}

/** One line about what a correction did. */
export function summaryOf(correction: Correction): string {
  if (correction.kind === 'payments') {
    const { before, after } = replaced(correction);
    return `${before.join(' e ')} → ${after.join(' e ')}`;
  }
  const items = correction.items
    .map(({ quantity, product_info }) => `${quantity} × ${product_info.name}`)
    .join(', ');
  const sale = correction.exchange_sale ? ` · venda nova nº ${correction.exchange_sale}` : '';
  return `${items}${sale}`;
}
