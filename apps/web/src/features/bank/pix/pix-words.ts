import type { BankLine, Joinable } from '@balcao/contract/bank.ts';
import { howJoined, JOINABLE_DAYS } from '@balcao/domain/bank/match-pix.ts';
import { type PixState, pixStateWords, returnStateWords } from '@balcao/domain/bank/pix-states.ts';
import { type BusinessDay, formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import type { PixPart } from '../parts/bank.queries.ts';

/** What a state means, for who reads it the first time. */
const MEANINGS: Record<PixState, string> = {
  found: 'Na loja e no banco, com o mesmo valor.',
  differs: 'Na loja e no banco, com valores diferentes.',
  missing: 'A loja vendeu, e o extrato não tem.',
  uncovered: 'A loja vendeu, e o dia ainda está sem extrato.',
  unknown: 'O banco recebeu, e a loja não tem esta venda.',
  double: 'O banco recebeu outra vez o Pix de uma venda.',
  undone: 'O banco recebeu, e a venda foi excluída ou corrigida.',
  reversal: 'Um pagamento ou uma tarifa da loja que voltou; não é de venda nenhuma.',
  not_ours: 'Alguém disse que não é da loja, e o que é.',
};

const RETURN_MEANINGS: Record<PixState, string> = {
  ...MEANINGS,
  found: 'A loja devolveu, e o Pix saiu da conta.',
  differs: 'A loja devolveu, e saiu outro valor.',
  missing: 'A loja registrou a devolução, e o extrato não tem o Pix.',
  uncovered: 'A loja devolveu, e o dia ainda está sem um extrato que tenha o que saiu.',
  unknown: 'O Pix saiu, e a loja não tem devolução deste valor.',
  double: 'Saiu outra vez o valor de uma devolução que já foi paga.',
};

/** The words of each part of the page. */
export const PIX_PARTS: Record<
  PixPart,
  {
    states: Record<PixState, string>;
    meanings: Record<PixState, string>;
    title: string;
    sumsOf: string;
    made: string;
    to: string;
    from: string;
    tookApart: string;
    none: string;
    joinable: string;
  }
> = {
  '': {
    ...{ states: pixStateWords, meanings: MEANINGS, title: 'Pix do período' },
    sumsOf: 'Só o que entra: as devoluções em Pix estão em Devoluções.',
    ...{ made: 'Venda', to: 'a uma venda', from: 'da venda' },
    tookApart: 'Linha desligada da venda.',
    none: `Nos ${JOINABLE_DAYS.pix} dias antes não há Pix da loja que falte no banco.`,
    joinable:
      'Pix da loja sem linha no extrato: primeiro os do mesmo valor e das mesmas iniciais, depois os que faltam no banco',
  },
  returns: {
    ...{ states: returnStateWords, meanings: RETURN_MEANINGS, title: 'Devoluções do período' },
    sumsOf: 'Só o que sai: as devoluções em Pix da loja, e os Pix que saíram da conta.',
    ...{ made: 'Devolução', to: 'a uma devolução', from: 'da devolução' },
    tookApart: 'Linha desligada da devolução.',
    none: `Nos ${JOINABLE_DAYS.sent} dias antes não há devolução em Pix que falte no banco.`,
    joinable:
      'Devoluções em Pix sem linha no extrato: primeiro as do mesmo valor e das mesmas iniciais, depois as que faltam no banco',
  },
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
  not_ours: 'var(--mantine-color-dimmed)',
};

const HOW: Record<NonNullable<BankLine['how']> | 'day', string> = {
  txid: 'pelo identificador',
  amount: 'por valor e hora',
  day: 'por valor e dia',
  hand: 'à mão',
};

/** Null for a line that is joined to nothing. */
export function joinedWords(part: PixPart, line: BankLine): string | null {
  const how = howJoined(line, part === 'returns' ? 'sent' : 'pix');
  return how && `ligada ${HOW[how]}`;
}

export const bankMoment = ({ day, time }: Pick<BankLine, 'day' | 'time'>) =>
  `${formatDay(day as BusinessDay)}${time ? ` às ${time}` : ''}`;

export const lineWords = (line: BankLine) =>
  [bankMoment(line), formatReais(line.amount), line.memo].filter(Boolean).join(', ');

export const paymentWords = ({ sale, at, amount, client }: Joinable) =>
  [`Venda nº ${sale}`, client, formatMoment(new Date(at)), formatReais(amount)]
    .filter(Boolean)
    .join(', ');
