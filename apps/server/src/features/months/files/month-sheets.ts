import type { OpenMatter } from '@balcao/contract/cash-boxes/months.ts';
import { differenceOf } from '@balcao/domain/box-count.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { centsOfSum } from '@balcao/domain/money.ts';
import { matterInWords, monthInWords } from '@balcao/domain/month/month.ts';
import type { MonthSums } from '@balcao/domain/month/month-figures.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import {
  type Cell,
  type Column,
  day,
  decimal,
  integer,
  type Kind,
  moment,
  text,
} from '../../exports/file/table.ts';
import { methodColumns } from '../../exports/method-columns.ts';
import type {
  CorrectionLine,
  DeletionLine,
  DifferenceLine,
  IncomeLine,
  Issue,
  MonthContents,
  NumberGap,
} from './issue.ts';

/** A part of a closing: a table of the paper, and a sheet of the file for spreadsheets. */
export type MonthSheet = {
  title: string;
  columns: readonly { title: string; kind: Kind }[];
  rows: readonly (readonly Cell[])[];
  /** Below the rows. */
  sums?: readonly Cell[];
  /** Things that happened one by one, which are counted at the title. */
  isList: boolean;
};

/** The first sheet of the file; the paper has its own head. */
export function summarySheet({ contents, version, closedAt, closedBy, code }: Issue): MonthSheet {
  const { numbers, figures } = contents;
  const { sales, sold, returned, total } = figures;
  const line = (what: string, value: Cell, amount: number | null = null) => [what, value, amount];
  return {
    title: 'Resumo',
    columns: [
      { title: 'Fechamento do mês', kind: 'text' },
      { title: monthInWords(contents.month), kind: 'text' },
      { title: 'Reais', kind: 'decimal' },
    ],
    rows: [
      line('Versão', version),
      line('Fechado em', closedAt),
      line('Por', closedBy),
      line('Vendas', sales),
      line('Primeira venda, nº', numbers.first),
      line('Última venda, nº', numbers.last),
      line('Vendido', null, sold),
      line('Devolvido', null, returned),
      line('Líquido', null, total),
      line('Em aberto ao fechar', contents.open.length),
      line('Código', code),
    ],
    isList: false,
  };
}

/** Everything else, in the order of both files. */
export function monthSheets(contents: MonthContents): MonthSheet[] {
  const { figures, numbers, income, returns, corrections, deletions, differences, open } = contents;
  const all = { ...figures, name: 'Total', day: null };
  const methods = [figures, ...figures.days].flatMap(({ byMethod }) =>
    byMethod.map(({ method }) => method),
  );
  return [
    table('Por forma de pagamento', methodSums, figures.byMethod, {
      method: 'Total',
      amount: figures.total,
    }),
    table<IncomeLine>('De quem é a receita', incomeColumns, income, {
      ...{ name: 'Total', cnpj: '', total: figures.total },
    }),
    table<Named>('Por vendedor', [sellerColumn, ...sumColumns], figures.sellers, all),
    table<Dated>(
      'Por dia',
      [
        dayColumn,
        ...sumColumns.slice(0, 1),
        ...methodColumns<Dated>(methods, ({ byMethod }) => byMethod),
        ...sumColumns.slice(-1),
      ],
      figures.days,
      all,
    ),
    list('Devoluções e trocas', [...correctionColumns, worthColumn], returns),
    list('Correções de pagamento', correctionColumns, corrections),
    list('Vendas excluídas', deletionColumns, deletions),
    list('Números sem venda', gapColumns, numbers.gaps),
    list('Diferenças de caixa', differenceColumns, differences),
    list('Em aberto ao fechar', openColumns, open),
  ];
}

type Named = MonthSums & { name: string };
type Dated = MonthSums & { day: BusinessDay | null };

const methodSums: Column<PaymentLine>[] = [
  text('Forma', ({ method }) => method),
  decimal('Líquido', ({ amount }) => amount),
];

const incomeColumns: Column<IncomeLine>[] = [
  text('Instituição', ({ name }) => name),
  text('CNPJ', ({ cnpj }) => cnpj),
  decimal('Líquido', ({ total }) => total),
];

const sumColumns: Column<MonthSums>[] = [
  integer('Vendas', ({ sales }) => sales),
  decimal('Vendido', ({ sold }) => sold),
  decimal('Devolvido', ({ returned }) => returned),
  decimal('Líquido', ({ total }) => total),
];

const sellerColumn: Column<Named> = text('Vendedor', ({ name }) => name);
const dayColumn: Column<Dated> = day('Dia', ({ day }) => day);

/** 'Vera, com Rita': who made it, and who allowed it. */
const people = ({ by, approved_by }: { by: string; approved_by: string | null }) =>
  approved_by && approved_by !== by ? `${by}, com ${approved_by}` : by;

const correctionColumns: Column<CorrectionLine>[] = [
  integer('Nº', ({ number }) => number),
  integer('Venda', ({ sale }) => sale),
  moment('Feita em', ({ at }) => new Date(at)),
  text('Por', people),
  text('Formas', ({ payments }) =>
    payments.map(({ method, amount }) => `${method} ${amountText(amount)}`).join(', '),
  ),
];

const worthColumn: Column<CorrectionLine> = decimal('Valor', ({ total }) => total);

const deletionColumns: Column<DeletionLine>[] = [
  integer('Venda', ({ sale }) => sale),
  day('De', ({ day }) => day),
  text('Vendedor', ({ seller }) => seller),
  decimal('Valor', ({ total }) => total),
  moment('Excluída em', ({ at }) => new Date(at)),
  text('Por', people),
];

const WHY_GAP: Record<NumberGap['why'], string> = {
  deleted: 'Venda excluída',
  refused: 'Pedido recusado ou repetido, nada foi gravado',
  other_month: 'Venda de outro mês',
};

const gapColumns: Column<NumberGap>[] = [
  integer('De nº', ({ first }) => first),
  integer('Até nº', ({ last }) => last),
  integer('Quantos', ({ first, last }) => last - first + 1),
  text('Motivo', ({ why }) => WHY_GAP[why]),
];

const differenceColumns: Column<DifferenceLine>[] = [
  integer('Caixa', ({ box }) => box),
  day('Dia', ({ day }) => day),
  text('Vendedor', ({ seller }) => seller),
  text('Forma', ({ method }) => method),
  decimal('Esperado', ({ expected }) => expected),
  decimal('Contado', ({ counted }) => counted),
  decimal('Diferença', differenceOf),
  text('Autorizou', ({ approved_by }) => approved_by),
];

const openColumns: Column<OpenMatter>[] = [
  day('Dia', ({ day }) => day as BusinessDay | null),
  text('Vendedor', ({ seller_name }) => seller_name),
  text('O quê', (row) => matterInWords(row) + (row.box === null ? '' : `: caixa nº ${row.box}`)),
  decimal('Valor', ({ amount }) => (amount === null ? null : centsOfSum(amount))),
];

function table<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  sums?: Row,
): MonthSheet {
  const cells = (row: Row) => columns.map(({ value }) => value(row));
  return {
    ...{ title, columns, rows: rows.map(cells), isList: false },
    ...(sums && { sums: cells(sums) }),
  };
}

const list = <Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): MonthSheet => ({ ...table(title, columns, rows), isList: true });

const decimals = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2 });

/** 1.234,56 of centavos, with a minus that is as wide as a figure. */
export const amountText = (amount: number): string =>
  decimals.format(amount / 100).replace('-', '−');
