import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { type Cents, formatCents, sumCents } from '@balcao/domain/money.ts';
import type { PeriodReport } from '@balcao/domain/period-report.ts';
import type { ReactNode } from 'react';
import { whole } from '../../ui/counts.ts';
import { FigureLink } from '../../ui/lists/figure-link.tsx';
import { LongPaper } from '../../ui/paper/long-paper.tsx';
import { type Column, PaperTable, Sums } from '../../ui/paper/paper-table.tsx';
import type { ReportRow } from './report-row.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Vendedor', head: true },
  ...['Vendas', 'Vendido', 'Devolvido', 'Total'].map(
    (title) => ({ title, figures: true }) as const,
  ),
];

type Props = {
  report: PeriodReport<ReportRow>;
  corrections: readonly ReportRow[];
  head: ReactNode;
  /** What adds up to a figure of the period; undefined where nobody can say. */
  figureOf: (part: Pick<EntriesFilter, 'seller' | 'method' | 'kind'>) => EntriesFilter | undefined;
};

/** A page before the report, with its sums on one sheet. */
export function ReportSummary({ report, corrections, head, figureOf }: Props) {
  const came = new Set(corrections.map(({ key }) => key));
  const sellers = report.groups.map(({ key, sellerName, rows, total }) => ({
    key,
    name: sellerName,
    ...sumsOf(
      rows.filter(({ key }) => !came.has(key)),
      rows.filter(({ key }) => came.has(key)),
    ),
    total,
  }));
  const all = {
    sales: sellers.reduce((sum, { sales }) => sum + sales, 0),
    sold: sumCents(sellers.map(({ sold }) => sold)),
    returned: sumCents(sellers.map(({ returned }) => returned)),
  };
  return (
    <LongPaper label="Resumo" head={head}>
      <h2>Resumo</h2>
      <PaperTable
        title="Por vendedor"
        columns={COLUMNS}
        rows={sellers.map(({ key, ...seller }) => ({
          cells: linked(
            cellsOf(seller),
            typeof key === 'number' ? figureOf({ seller: key }) : undefined,
          ),
        }))}
        foot={[
          linked(
            cellsOf({ name: 'Total Geral', ...all, total: report.totalGeneral }),
            figureOf({}),
          ),
        ]}
      />
      <Sums
        title="Por forma de pagamento"
        of={report.byMethod.map(({ method, amount }) => [
          method,
          <FigureLink key={method} of={figureOf({ method })}>
            {formatCents(amount)}
          </FigureLink>,
        ])}
        total={['Total Geral', formatCents(report.totalGeneral)]}
      />
    </LongPaper>
  );
}

/** The sums of a row lead to what adds up to them. */
const linked = ([name, sales, ...sums]: readonly string[], of: EntriesFilter | undefined) => [
  name,
  sales,
  ...sums.map((sum, column) => {
    const kind = KINDS[column];
    return (
      <FigureLink key={`${kind}`} of={of && { ...of, ...(kind && { kind }) }}>
        {sum}
      </FigureLink>
    );
  }),
];

/** Of the columns Vendido, Devolvido and Total. */
const KINDS = ['sale', 'returned', undefined] as const;

type Sold = { name: string; sales: number; sold: Cents; returned: Cents; total: Cents };

const cellsOf = ({ name, sales, sold, returned, total }: Sold) => [
  name,
  whole(sales),
  ...[sold, returned, total].map(formatCents),
];

function sumsOf(sales: readonly ReportRow[], corrections: readonly ReportRow[]) {
  return {
    sales: sales.length,
    sold: sumCents(sales.map(({ totalGeneral }) => totalGeneral)),
    returned: sumCents(corrections.map(({ totalGeneral }) => totalGeneral)),
  };
}
