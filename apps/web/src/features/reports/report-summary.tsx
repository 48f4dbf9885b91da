import { formatCents, sumCents } from '@balcao/domain/money.ts';
import type { PeriodReport } from '@balcao/domain/period-report.ts';
import type { ReactNode } from 'react';
import type { ReportRow } from './report-row.ts';
import classes from './report-summary.module.css';

type Props = {
  report: PeriodReport<ReportRow>;
  corrections: readonly ReportRow[];
  head: ReactNode;
};

/** A page before the report, with its sums on one sheet. */
export function ReportSummary({ report, corrections, head }: Props) {
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
    // Focusable, so that the keyboard can scroll a table wider than the screen.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <article className={classes.summary} aria-label="Resumo" tabIndex={0}>
      {head}
      <h2>Resumo</h2>
      <table>
        <caption>Por vendedor</caption>
        <thead>
          <tr>
            <th scope="col">Vendedor</th>
            <th scope="col">Vendas</th>
            <th scope="col">Vendido</th>
            <th scope="col">Devolvido</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {sellers.map(({ key, name, sales, sold, returned, total }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td>{sales.toLocaleString('pt-BR')}</td>
              <td>{formatCents(sold)}</td>
              <td>{formatCents(returned)}</td>
              <td>{formatCents(total)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total Geral</th>
            <td>{all.sales.toLocaleString('pt-BR')}</td>
            <td>{formatCents(all.sold)}</td>
            <td>{formatCents(all.returned)}</td>
            <td>{formatCents(report.totalGeneral)}</td>
          </tr>
        </tfoot>
      </table>
      <table>
        <caption>Por forma de pagamento</caption>
        <tbody>
          {report.byMethod.map(({ method, amount }) => (
            <tr key={method}>
              <th scope="row">{method}</th>
              <td>{formatCents(amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total Geral</th>
            <td>{formatCents(report.totalGeneral)}</td>
          </tr>
        </tfoot>
      </table>
    </article>
  );
}

function sumsOf(sales: readonly ReportRow[], corrections: readonly ReportRow[]) {
  return {
    sales: sales.length,
    sold: sumCents(sales.map(({ totalGeneral }) => totalGeneral)),
    returned: sumCents(corrections.map(({ totalGeneral }) => totalGeneral)),
  };
}
