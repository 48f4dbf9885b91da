import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { type Cents, formatCents, sumCents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import type { PeriodReport } from '@balcao/domain/period-report.ts';
import { FigureLink } from '../../ui/lists/figure-link.tsx';
import paper from '../../ui/paper/paper.module.css';
import { Sums, Total } from '../../ui/paper/paper-table.tsx';
import classes from './report.module.css';
import { type ReportRow, shownMethods } from './report-row.ts';

/** What adds up to a figure of the period; undefined where nobody can say. */
type FigureOf = (part: Pick<EntriesFilter, 'seller' | 'method'>) => EntriesFilter | undefined;
type Props = { report: PeriodReport<ReportRow>; figureOf: FigureOf; filtered: boolean };

/** The sums under the groups: all subtotals, then each method by seller, then each method overall. */
export function ReportTotals({ report, figureOf, filtered }: Props) {
  const shown = (sums: readonly PaymentLine[]) => (filtered ? shownMethods(sums) : sums);
  return (
    <>
      <Total of={['Total Geral', formatCents(report.subtotal)]} />
      {report.subtotal !== report.totalGeneral && (
        <p className={paper.small}>Soma dos subtotais, antes dos descontos das vendas.</p>
      )}
      <div className={classes.sellers}>
        {report.groups.map(({ key, sellerName, byMethod }) => (
          <Methods
            key={key}
            of={sellerName}
            lines={shown(byMethod)}
            figureOf={(part) =>
              typeof key === 'number' ? figureOf({ seller: key, ...part }) : undefined
            }
          />
        ))}
      </div>
      <Methods of="Todos os vendedores" lines={shown(report.byMethod)} figureOf={figureOf} />
      <Total
        of={[
          'Total Geral',
          <FigureLink key="total" of={figureOf({})}>
            {formatCents(report.totalGeneral)}
          </FigureLink>,
        ]}
      />
      {filtered && <ProductsTook report={report} />}
    </>
  );
}

type MethodsProps = { of: string; lines: readonly PaymentLine[]; figureOf: FigureOf };

function Methods({ of, lines, figureOf }: MethodsProps) {
  return (
    <section className={classes.methods}>
      <h2>{of}</h2>
      <Sums
        title="Formas de Pagamento:"
        of={lines.map(({ method, amount }) => [
          method,
          <FigureLink key={method} of={figureOf({ method })}>
            {formatCents(amount)}
          </FigureLink>,
        ])}
      />
    </section>
  );
}

/** The part of the sales that the products of the filter took; nothing where the server does not say. */
function ProductsTook({ report }: { report: PeriodReport<ReportRow> }) {
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
