import type { CardDay, ComparedPix } from '@balcao/contract/bank.ts';
import { howJoined } from '@balcao/domain/bank/match-pix.ts';
import { type PixState, pixStateWords, returnStateWords } from '@balcao/domain/bank/pix-states.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { centsOfSum } from '@balcao/domain/money.ts';
import { comparedCards, unsettledDays } from '../bank/cards.service.ts';
import { boundedPeriod, comparedPix, comparedReturns } from '../bank/compare-pix.ts';
import type { ExportedList, Filter } from './exported-list.ts';
import { type Column, day, decimal, integer, moment, tableOf, text } from './file/table.ts';

const cents = (reais: number | undefined) => (reais === undefined ? null : centsOfSum(reais));
const HOW = {
  txid: 'identificador',
  amount: 'valor e hora',
  day: 'valor e dia',
  hand: 'à mão',
} as const;
const UNDONE = { deleted: 'Venda excluída', corrected: 'Pagamento corrigido' } as const;

const pixColumns = (
  kind: 'pix' | 'sent',
  words: Record<PixState, string>,
  made: string,
): Column<ComparedPix>[] => [
  text('Situação', ({ state }) => words[state]),
  moment(made, ({ payment }) => payment && new Date(payment.at)),
  integer('Venda nº', ({ payment }) => payment?.sale ?? null),
  // As on the screen, where the shop expects no more of what was undone.
  decimal('Loja', ({ payment }) => (payment?.undone ? null : cents(payment?.amount))),
  text('Venda desfeita', ({ payment }) => (payment?.undone ? UNDONE[payment.undone] : null)),
  decimal('Loja, desfeito', ({ payment }) => (payment?.undone ? cents(payment.amount) : null)),
  day('Dia no banco', ({ line }) => line && (line.day as BusinessDay)),
  text('Hora no banco', ({ line }) => line?.time ?? null),
  decimal('Banco', ({ line }) => cents(line?.amount)),
  text('Histórico', ({ line }) => line?.memo ?? null),
  text('Não é da loja', ({ line }) => line?.not_ours ?? null),
  text('Ligada por', ({ line }) => {
    const how = line && howJoined(line, kind);
    return how && HOW[how];
  }),
];

/** Both screens always have a period. */
const periodIn = ({ startDate = '', endDate = '' }: Filter) =>
  boundedPeriod({ startDate, endDate }, 'body');

const compared = (
  title: string,
  rowsOf: typeof comparedPix,
  columns: Column<ComparedPix>[],
): ExportedList => ({
  title,
  filters: ['startDate', 'endDate', 'state'],
  open: async (db, filter) => {
    const all = await rowsOf(db, periodIn(filter));
    const rows = all.filter(({ state }) => !filter.state || state === filter.state);
    return tableOf(columns, rows);
  },
});

export const bankPixList = compared(
  'Conferência de Pix',
  comparedPix,
  pixColumns('pix', pixStateWords, 'Vendido em'),
);

export const bankReturnsList = compared(
  'Conferência de devoluções',
  comparedReturns,
  pixColumns('sent', returnStateWords, 'Devolvido em'),
);

const CARD_STATES: Record<CardDay['state'], string> = {
  uncovered: 'Sem extrato',
  equal: 'Confere',
  rounding: 'Confere, com arredondamento',
  differs: 'Não confere',
};

const cardColumns: Column<CardDay>[] = [
  day('Dia', ({ day }) => day as BusinessDay),
  decimal('Esperado', ({ expected }) => centsOfSum(expected)),
  decimal('Recebido', ({ received }) => centsOfSum(received)),
  decimal('Diferença', ({ difference }) => centsOfSum(difference)),
  // A centavo a sale.
  decimal('Arredondamento até', ({ sales }) => sales),
  text('Situação', ({ state }) => CARD_STATES[state]),
];

export const bankCardsList: ExportedList = {
  title: 'Conferência de cartões',
  filters: ['startDate', 'endDate', 'state'],
  open: async (db, filter) => {
    const cards = await comparedCards(db, periodIn(filter));
    const days = filter.state === 'differs' ? unsettledDays(cards) : cards.days;
    return tableOf(cardColumns, days);
  },
};
