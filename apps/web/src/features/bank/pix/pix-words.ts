import type { BankLine, ShopPayment } from '@balcao/contract/bank.ts';
import type { PixState } from '@balcao/domain/bank/pix-states.ts';
import { type BusinessDay, formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';

/** What a state means, for who reads it the first time. */
export const MEANINGS: Record<PixState, string> = {
  found: 'Na loja e no banco, com o mesmo valor.',
  differs: 'Na loja e no banco, com valores diferentes.',
  missing: 'A loja vendeu, e o extrato não tem.',
  uncovered: 'A loja vendeu, e o dia ainda está sem extrato.',
  unknown: 'O banco recebeu, e a loja não tem esta venda.',
  double: 'O banco recebeu outra vez o Pix de uma venda.',
  undone: 'O banco recebeu, e a venda foi excluída ou corrigida.',
  reversal: 'Um pagamento ou uma tarifa da loja que voltou; não é de venda nenhuma.',
};

export const COLOURS: Record<PixState, string> = {
  found: 'var(--mantine-color-green-text)',
  differs: 'var(--warning-text)',
  missing: 'var(--mantine-color-red-text)',
  uncovered: 'var(--mantine-color-dimmed)',
  unknown: 'var(--warning-text)',
  double: 'var(--warning-text)',
  undone: 'var(--warning-text)',
  reversal: 'var(--mantine-color-dimmed)',
};

export const HOW: Record<NonNullable<BankLine['how']>, string> = {
  txid: 'pelo identificador',
  amount: 'por valor e hora',
  hand: 'à mão',
};

export const bankMoment = ({ day, time }: Pick<BankLine, 'day' | 'time'>) =>
  `${formatDay(day as BusinessDay)}${time ? ` às ${time}` : ''}`;

export const lineWords = (line: BankLine) =>
  [bankMoment(line), formatReais(line.amount), line.memo].filter(Boolean).join(', ');

export const paymentWords = ({ sale, at, amount }: ShopPayment) =>
  `Venda nº ${sale}, ${formatMoment(new Date(at))}, ${formatReais(amount)}`;
