import { type Cents, formatCents, sumCents } from '@balcao/domain/money.ts';
import type { PeriodReport } from '@balcao/domain/period-report.ts';
import paper from '../../ui/paper/paper.module.css';
import { Sums } from '../../ui/paper/paper-table.tsx';
import type { ReportRow } from './report-row.ts';

/** Beside the whole sales, what the products of the filter took of them; nothing where the server does not say. */
export function ProductsTook({ report }: { report: PeriodReport<ReportRow> }) {
  const known = report.groups.flatMap(({ rows }) => rows.map(({ ofChosen }) => ofChosen));
  if (!known.every((amount): amount is Cents => amount !== undefined)) return null;
  return (
    <>
      <Sums
        title="Só os produtos do filtro"
        of={report.groups.map(({ sellerName, rows }) => [
          sellerName,
          formatCents(sumCents(rows.flatMap(({ ofChosen = [] }) => ofChosen))),
        ])}
        total={['Total dos produtos', formatCents(sumCents(known))]}
      />
      <p className={paper.small}>
        A parte deles nas vendas inteiras acima, depois dos descontos e menos o que voltou.
      </p>
    </>
  );
}
