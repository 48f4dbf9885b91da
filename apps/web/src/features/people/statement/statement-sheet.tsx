import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import type { Statement } from '@balcao/contract/people/people.ts';
import type { Correction } from '@balcao/contract/sales/corrections.ts';
import type { Sale } from '@balcao/contract/sales/sales.ts';
import type { Institution } from '@balcao/contract/shop/institution.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { type Cents, cents, formatCents } from '@balcao/domain/money.ts';
import { statementSums } from '@balcao/domain/statement.ts';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import type { Days } from '../../../ui/lists/filter.ts';
import classes from '../../../ui/paper/long-paper.module.css';
import { LongHead, LongPaper } from '../../../ui/paper/long-paper.tsx';
import tables from '../../../ui/paper/paper-table.module.css';
import { type Column, PaperTable, Sums } from '../../../ui/paper/paper-table.tsx';
import { correctionRow, inOrder, type ReportRow, reportRow } from '../../reports/report-row.ts';
import { studentOf } from '../../sales/sale-mark.tsx';
import type { Kind } from '../people.queries.ts';
import { shownName, shownNumber, wordsOf } from '../people-words.ts';

type Props = { kind: Kind; period: Days; statement: Statement; institution: Institution };

/** Sales, returns and corrections in the order of a cash book, and their sums. */
export function StatementSheet({ kind, period, statement, institution }: Props) {
  const { startDate, endDate } = period;
  const { person } = statement;
  const sales = statement.sales.map((sale) => ({ ...reportRow(sale), products: itemsOf(sale) }));
  const corrections = statement.corrections.map((made) => correctionRow(made));
  const rows = inOrder([...sales, ...corrections]);
  const companions = new Map([
    ...statement.sales.map((sale) => [`sale ${sale.id}`, companionOf(kind, sale)] as const),
    ...statement.corrections.map(
      (made) => [`correction ${made.id}`, companionOfCorrection(kind, made)] as const,
    ),
  ]);
  return (
    <LongPaper
      label="Extrato"
      head={
        <LongHead
          title="Extrato"
          institution={institution}
          lines={[
            [
              shownName(person),
              !person.anonymised && numberOf(kind, person),
              person.class && `Turma ${person.class}`,
            ]
              .filter(Boolean)
              .join(' · '),
            `Período: ${formatDay(startDate as BusinessDay)} a ${formatDay(endDate as BusinessDay)}`,
          ]}
        />
      }
    >
      {rows.length === 0 ? (
        <p className={classes.empty}>Nenhuma venda neste período.</p>
      ) : (
        <Rows kind={kind} rows={rows} companions={companions} />
      )}
      <div className={classes.aside}>
        <StatementSums
          sums={statementSums(sales, corrections)}
          of={{ startDate, endDate, [kind]: person.id }}
        />
      </div>
    </LongPaper>
  );
}

const numberOf = (kind: Kind, { number }: Statement['person']) =>
  `${wordsOf[kind].number} ${shownNumber(kind, number)}`;

const itemsOf = ({ products_data }: Sale) =>
  products_data
    .map(({ quantity, product_info }) => `${quantity} × ${product_info.name}`)
    .join(', ');

/** The client who bought for the student, or the student for whom the client bought. */
const companionOf = (kind: Kind, sale: Sale) =>
  kind === 'client' ? studentOf(sale) : sale.client_data.name;

const companionOfCorrection = (kind: Kind, { student_name, client_name }: Correction) =>
  (kind === 'client' ? student_name : client_name) ?? '';

type RowsProps = {
  kind: Kind;
  rows: readonly ReportRow[];
  companions: ReadonlyMap<string, string>;
};

function Rows({ kind, rows, companions }: RowsProps) {
  const columns: readonly Column[] = [
    { title: 'Data' },
    { title: 'Nº' },
    { title: 'Produtos' },
    { title: kind === 'client' ? 'Aluno' : 'Cliente' },
    { title: 'Pagamento' },
    { title: 'Valor', figures: true },
  ];
  return (
    <PaperTable
      label="Vendas e devoluções"
      className={`${tables.table} ${classes.wide}`}
      columns={columns}
      rows={rows.map(({ key, id, createdAt, products, methods, totalGeneral }) => ({
        cells: [
          formatDay(new Date(createdAt)),
          key.startsWith('sale') && id,
          products,
          companions.get(key),
          methods,
          formatCents(totalGeneral),
        ],
      }))}
    />
  );
}

type SumsProps = { sums: ReturnType<typeof statementSums>; of: EntriesFilter };

/** On the screen each figure leads to the entries that add up to it. */
function StatementSums({ sums, of }: SumsProps) {
  const returned = cents(-sums.returned);
  const figure = (amount: Cents, part: EntriesFilter = {}) => (
    <FigureLink of={{ ...of, ...part }}>{formatCents(amount)}</FigureLink>
  );
  return (
    <Sums
      label="Totais"
      of={[
        ['Comprado', figure(sums.bought, { kind: 'sale' })],
        ...(returned < 0 ? [['Devolvido', figure(returned, { kind: 'returned' })] as const] : []),
        ...sums.byMethod.map(
          ({ method, amount }) => [method, figure(amount, { method }), 'quiet'] as const,
        ),
      ]}
      total={['Total', figure(sums.total)]}
    />
  );
}
