import type { StatementLine } from '@balcao/contract/bank.ts';
import {
  type Direction,
  directionWord,
  partsOfAmount,
  saysDirection,
} from '@balcao/domain/bank/direction.ts';
import {
  type CreditLine,
  directionOfRow,
  isBalance,
  readStatementRow,
  type StatementRow,
  statementDay,
  type UnsureLine,
} from '@balcao/domain/bank/statement-line.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { reaisFromCents } from '@balcao/domain/money.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import { today } from '../../../storage/server-clock.ts';
import { type Columns, guessColumns } from '../../imports/match-columns.ts';
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
    ...{ field: 'debit', label: 'Valor que saiu' },
    names: ['debito', 'debitos', 'saida', 'saidas'],
    never: ['saldo', 'credito', 'creditos', 'entrada', 'entradas', 'tipo', 'data'],
  },
  {
    ...{ field: 'memo', label: 'Histórico' },
    names: ['historico', 'descricao', 'lancamento', 'detalhe', 'detalhes', 'titulo'],
    never: ['data', 'valor', 'tipo', 'saldo'],
  },
];

/** The columns by their headings; what no heading says is looked for in the cells. */
export function guessStatementColumns(
  headings: readonly string[],
  rows: readonly SheetRow[],
): Columns {
  const named = guessColumns(headings, FIELDS);
  const moved = rows.filter(({ cells }) => cells.some((cell) => statementDay(cell)));
  const all = headings.map((_, at) => moved.map(({ cells }) => cells[at] ?? ''));
  /** The only column without a field of which most cells are so. */
  const only = (isSo: (cell: string) => boolean) => {
    const found = [...all.keys()].filter(
      (at) =>
        !Object.values(named).includes(at) &&
        (all[at] ?? []).filter((cell) => isSo(cell)).length > moved.length / 2,
    );
    return found.length === 1 ? found[0] : undefined;
  };
  const isText = (cell: string) => /\p{L}{2}/u.test(cell) && !directionWord(cell);
  const guessed: Record<string, number | undefined> = headings.some((heading) => heading.trim())
    ? {}
    : {
        date: only((cell) => statementDay(cell) !== undefined),
        time: only((cell) => /^\d{1,2}[:h]\d{2}/.test(cell)),
        amount: only((cell) => /^\D*[\d.,]*\d[.,]\d\d\D*$/.test(cell) && !statementDay(cell)),
        memo: only(isText),
      };
  const found = Object.entries({ ...guessed, ...named }).flatMap(([field, at]) =>
    at === undefined ? [] : [[field, at] as const],
  );
  const columns: Columns = Object.fromEntries(found);
  const direction = directionColumn(headings, all, columns);
  if (direction !== undefined) return { ...columns, type: direction };
  const { type, ...others } = columns;
  return type !== undefined && isOfBalance(headings, type) ? others : columns;
}

const isOfBalance = (headings: readonly string[], at: number) =>
  /\bsaldo\b/.test(foldText(headings[at - 1] ?? ''));

/** The column nearest to the amount that says the direction and nothing else; beside a balance it is the balance's. */
function directionColumn(
  headings: readonly string[],
  all: readonly string[][],
  { amount = 0, ...others }: Columns,
): number | undefined {
  const [nearest] = [...all.keys()]
    .filter((at) => at === others.type || !Object.values({ ...others, amount }).includes(at))
    .filter((at) => saysDirection(all[at] ?? []) && !isOfBalance(headings, at))
    .sort((a, b) => Math.abs(a - amount) - Math.abs(b - amount) || b - a);
  return nearest;
}

/**
 * What an amount means that says nothing of itself: a column of its own, or other amounts of the column have a minus.
 */
function directionOfUnmarked(
  rows: readonly StatementRow[],
  heading: string | undefined = '',
): Direction | undefined {
  const words = foldText(heading);
  const [comes, goes] = [/\b(?:credito|entrada|recebid[oa])s?\b/, /\b(?:debito|saida)s?\b/].map(
    (own) => own.test(words),
  );
  if (comes !== goes) return comes ? 'in' : 'out';
  const isDebit = (row: StatementRow) =>
    partsOfAmount(row.amount).sign === 'out' && statementDay(row.date) && !isBalance(row);
  return rows.some(isDebit) ? 'in' : undefined;
}

/** Of a column that may say what a movement is; without a heading any may. */
const isText = (heading = '') =>
  heading.trim() === '' ||
  /\b(?:historico|descric\w*|lancamento|detalhes?|titulo|complemento|observac\w*|tipo)\b/.test(
    foldText(heading),
  );

export type ReadStatement = {
  /** Also the Pix that went out. */
  credits: (CreditLine | UnsureLine)[];
  /** Whether it has money that went out. */
  showsSent: boolean;
  /** Other debits, balances and rows that are no movement. */
  others: number;
  /** Numbers of rows in which money came, but when or how much is unclear. */
  unreadable: number[];
  /** The days that the file says it covers, and those of its movements; '' where it has none. */
  from: string;
  to: string;
};

export function readStatement(
  rows: readonly SheetRow[],
  columns: Columns,
  headings: readonly string[],
  period: Sheet['statement'],
): ReadStatement {
  const read: ReadStatement = {
    ...{ credits: [], showsSent: false, others: 0, unreadable: [], from: '', to: '' },
  };
  const days = [period?.from, period?.to].filter((day) => day !== undefined);
  const texts = [...headings.keys()].filter((at) => isText(headings[at]));
  const about = texts.filter((at) => !Object.values(columns).includes(at));
  const moves = rows.map(({ cells }) => {
    const cell = (field: string) => cells[columns[field] ?? -1] ?? '';
    const went = /[1-9]/.test(cell('amount')) ? '' : partsOfAmount(cell('debit')).bare;
    const amount = /[1-9]/.test(went) ? `-${went}` : cell('amount');
    return {
      ...{ date: cell('date'), time: cell('time'), amount },
      ...{ type: cell('type'), memo: cell('memo'), whole: cells.join('\n') },
      about: about.map((at) => cells[at]).join('\n'),
    };
  });
  const unmarked = directionOfUnmarked(moves, headings[columns.amount ?? -1]);
  for (const [at, row] of moves.entries()) {
    const credit = readStatementRow(row, unmarked);
    if (credit === 'other') read.others++;
    else if (credit === 'unreadable') read.unreadable.push(rows[at]?.line ?? 0);
    else read.credits.push(credit);
    // A balance may be of a day before the first movement, of which the file shows none.
    const day = isBalance(row) ? undefined : statementDay(row.date);
    if (!day) continue;
    days.push(day);
    // One row says it of the file.
    read.showsSent ||= directionOfRow(row, unmarked) === 'out';
  }
  days.sort();
  const last = days.at(-1) ?? '';
  // Some banks write a day to come, whose money is not known yet.
  const isAhead = last > today() && !read.credits.some(({ day }) => day > today());
  return { ...read, from: days[0] ?? '', to: isAhead ? today() : last };
}

export const isUnsure = (line: CreditLine | UnsureLine): boolean => 'isUnsure' in line;

/** What is sent; `othersToo`: a line that does not say what it is counts as Pix. */
export function sentLines(credits: readonly CreditLine[], othersToo: boolean): StatementLine[] {
  return credits.flatMap(({ kind, amount, day, time, txid, end_to_end, memo }) => {
    if (kind === 'other' && !othersToo) return [];
    const line = { day, time, txid, end_to_end, memo };
    return { ...line, kind: kind === 'other' ? 'pix' : kind, amount: reaisFromCents(amount) };
  });
}

export const isWithin = (
  { day }: { day: BusinessDay },
  { from, to }: { from: string; to: string },
) => from <= day && day <= to;
