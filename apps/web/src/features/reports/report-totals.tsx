import { formatCents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import type { PeriodReport } from '@balcao/domain/period-report.ts';
import type { ReportRow } from './report-row.ts';
import classes from './report-totals.module.css';

/** The sums under the groups: all subtotals, then each method by seller, then each method overall. */
export function ReportTotals({ report }: { report: PeriodReport<ReportRow> }) {
  return (
    <>
      <p className={classes.grandTotal}>
        <span>Total Geral</span>
        <b>{formatCents(report.subtotal)}</b>
      </p>
      {report.subtotal !== report.totalGeneral && (
        <p className={classes.note}>Soma dos subtotais, antes dos descontos das vendas.</p>
      )}
      <div className={classes.sellers}>
        {report.groups.map((group) => (
          <section key={group.sellerId} className={classes.methods}>
            <h2>{group.sellerName}</h2>
            <Methods lines={group.byMethod} />
          </section>
        ))}
      </div>
      <section className={`${classes.methods} ${classes.overall}`}>
        <h2>Todos os vendedores</h2>
        <Methods lines={report.byMethod} />
        <p className={classes.grandTotal}>
          <span>Total Geral</span>
          <b>{formatCents(report.totalGeneral)}</b>
        </p>
      </section>
    </>
  );
}

function Methods({ lines }: { lines: readonly PaymentLine[] }) {
  return (
    <table>
      <caption>Formas de Pagamento:</caption>
      <tbody>
        {lines.map(({ method, amount }) => (
          <tr key={method}>
            <th scope="row">{method}</th>
            <td>{formatCents(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
