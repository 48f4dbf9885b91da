import type { StatementLine } from '@balcao/contract/bank.ts';
import {
  type CreditLine,
  readStatementRow,
  statementDay,
} from '@balcao/domain/bank/statement-line.ts';
import { type BusinessDay, businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import type { Columns } from '../../imports/match-columns.ts';
import type { Sheet, SheetRow } from '../../imports/sheet/sheet.ts';
import type { Field } from '../../imports/targets.ts';

/** Headings as Brazilian banks write them. Identifiers are found in any column. */
export const FIELDS: readonly Field[] = [
  {
    ...{ field: 'date', label: 'Data', required: true },
    names: ['data', 'dia', 'data lancamento', 'data do lancamento', 'data movimento', 'data mov'],
    never: ['valor', 'saldo'],
  },
  { field: 'time', label: 'Hora', names: ['hora', 'horario'] },
  {
    ...{ field: 'amount', label: 'Valor que entrou', required: true },
    names: ['valor', 'valor r', 'credito', 'creditos', 'entrada', 'entradas', 'valor lancamento'],
    never: ['saldo', 'debito', 'debitos', 'saida', 'saidas', 'tipo'],
  },
  {
    ...{ field: 'type', label: 'Entrada ou saída' },
    names: ['tipo', 'd c', 'c d', 'dc', 'natureza', 'debito credito', 'credito debito'],
  },
  {
    ...{ field: 'memo', label: 'Histórico' },
    names: ['historico', 'descricao', 'lancamento', 'detalhe', 'detalhes', 'titulo'],
    never: ['data', 'valor', 'tipo', 'saldo'],
  },
];

export type ReadStatement = {
  credits: CreditLine[];
  /** Debits, balances and rows that are no movement. */
  others: number;
  /** Numbers of rows in which money came, but when or how much is unclear. */
  unreadable: number[];
  /** The days that the file covers; '' where it has none. */
  from: string;
  to: string;
};

export function readStatement(
  rows: readonly SheetRow[],
  columns: Columns,
  period: Sheet['period'],
): ReadStatement {
  const read: ReadStatement = { credits: [], others: 0, unreadable: [], from: '', to: '' };
  const days = [period?.from, period?.to].filter((day) => day !== undefined);
  for (const { line, cells } of rows) {
    const cell = (field: string) => cells[columns[field] ?? -1] ?? '';
    const credit = readStatementRow({
      ...{ date: cell('date'), time: cell('time'), amount: cell('amount') },
      ...{ type: cell('type'), memo: cell('memo'), whole: cells.join(' ') },
    });
    if (credit === 'other') read.others++;
    else if (credit === 'unreadable') read.unreadable.push(line);
    else read.credits.push(credit);
    const day = statementDay(cell('date'));
    if (day) days.push(day);
  }
  days.sort();
  const last = days.at(-1) ?? '';
  const today = businessDayOf(new Date());
  // Some banks write a day to come; nothing is known of it.
  const isAhead = last > today && !read.credits.some(({ day }) => day > today);
  return { ...read, from: days[0] ?? '', to: isAhead ? today : last };
}

/** What is sent; `othersToo`: a line that does not say what it is counts as Pix. */
export function sentLines(credits: readonly CreditLine[], othersToo: boolean): StatementLine[] {
  return credits.flatMap(({ kind, amount, ...line }) => {
    if (kind === 'other' && !othersToo) return [];
    return { ...line, kind: kind === 'other' ? 'pix' : kind, amount: reaisFromCents(amount) };
  });
}

export const isWithin = (
  { day }: { day: BusinessDay },
  { from, to }: { from: string; to: string },
) => from <= day && day <= to;
