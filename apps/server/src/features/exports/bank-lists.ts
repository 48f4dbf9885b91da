import type { CardDay, ComparedPix } from '@balcao/contract/bank.ts';
import { howJoined } from '@balcao/domain/bank/match-pix.ts';
import { type PixState, pixStateWords, returnStateWords } from '@balcao/domain/bank/pix-states.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { centsOfSum } from '@balcao/domain/money.ts';
import { comparedCards, unsettledDays } from '../bank/cards.service.ts';
import { boundedPeriod, comparedPix, comparedReturns } from '../bank/compare-pix.ts';
import type { ExportedList, Filter } from './exported-list.ts';
import { type Column, tableOf } from './file/table.ts';

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
  { title: 'Situação', kind: 'text', value: ({ state }) => words[state] },
  {
    title: made,
    kind: 'moment',
    value: ({ payment }) => payment && new Date(payment.at),
  },
  { title: 'Venda nº', kind: 'integer', value: ({ payment }) => payment?.sale ?? null },
  // As on the screen, where the shop expects no more of what was undone.
  {
    title: 'Loja',
    kind: 'decimal',
    value: ({ payment }) => (payment?.undone ? null : cents(payment?.amount)),
  },
  {
    title: 'Venda desfeita',
    kind: 'text',
    value: ({ payment }) => (payment?.undone ? UNDONE[payment.undone] : null),
  },
  {
    title: 'Loja, desfeito',
    kind: 'decimal',
    value: ({ payment }) => (payment?.undone ? cents(payment.amount) : null),
  },
  { title: 'Dia no banco', kind: 'day', value: ({ line }) => line && (line.day as BusinessDay) },
  { title: 'Hora no banco', kind: 'text', value: ({ line }) => line?.time ?? null },
  { title: 'Banco', kind: 'decimal', value: ({ line }) => cents(line?.amount) },
  { title: 'Histórico', kind: 'text', value: ({ line }) => line?.memo ?? null },
  { title: 'Não é da loja', kind: 'text', value: ({ line }) => line?.not_ours ?? null },
  {
    title: 'Ligada por',
    kind: 'text',
    value: ({ line }) => {
      const how = line && howJoined(line, kind);
      return how && HOW[how];
    },
  },
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
    return tableOf(columns, { count: rows.length, rows });
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
  { title: 'Dia', kind: 'day', value: ({ day }) => day as BusinessDay },
  { title: 'Esperado', kind: 'decimal', value: ({ expected }) => centsOfSum(expected) },
  { title: 'Recebido', kind: 'decimal', value: ({ received }) => centsOfSum(received) },
  { title: 'Diferença', kind: 'decimal', value: ({ difference }) => centsOfSum(difference) },
  // A centavo a sale.
  { title: 'Arredondamento até', kind: 'decimal', value: ({ sales }) => sales },
  { title: 'Situação', kind: 'text', value: ({ state }) => CARD_STATES[state] },
];

export const bankCardsList: ExportedList = {
  title: 'Conferência de cartões',
  filters: ['startDate', 'endDate', 'state'],
  open: async (db, filter) => {
    const cards = await comparedCards(db, periodIn(filter));
    const days = filter.state === 'differs' ? unsettledDays(cards) : cards.days;
    return tableOf(cardColumns, { count: days.length, rows: days });
  },
};
