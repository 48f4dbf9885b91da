import type { Institution } from '@balcao/contract/institution.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { formatCents } from '@balcao/domain/money.ts';
import type { PaymentLine } from '@balcao/domain/payment-lines.ts';
import { type PeriodReport, periodReport } from '@balcao/domain/period-report.ts';
import { Box, Button, Checkbox } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { PrintPage } from '../../ui/paper/print-page.tsx';
import { SchoolLogo } from '../../ui/paper/school-logo.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import type { ReportRequest } from './report-request.ts';
import { type ReportRow, shownMethods } from './report-row.ts';
import classes from './report-sheet.module.css';
import { ReportSummary } from './report-summary.tsx';
import { ROWS_AT_ONCE, SellerSales } from './seller-sales.tsx';

type Props = {
  request: ReportRequest;
  institution: Institution;
  sales: readonly ReportRow[];
  corrections: readonly ReportRow[];
  /** Nothing is known about corrections. */
  unknown: boolean;
  onBack: () => void;
};

const EXPORTS = [
  { list: 'report', label: 'Somas por vendedor' },
  { list: 'sales', label: 'Uma linha por venda' },
  { list: 'sale_items', label: 'Uma linha por item' },
] as const;

/** The whole report, rendered part by part; only a complete one can be printed. */
export function ReportSheet(props: Props) {
  const { request, institution, sales, corrections, unknown, onBack } = props;
  const report = useMemo(() => periodReport(sales, corrections), [sales, corrections]);
  const { search, startDate, endDate, productsSelected } = request;
  const empty = report.groups.length === 0;
  // The totals are one more part, the last.
  const parts = report.groups.map((group) => Math.ceil(group.rows.length / ROWS_AT_ONCE));
  const all = parts.reduce((sum, part) => sum + part, 1);
  const shown = useGradual(all);
  const whole = shown === all;
  const [summary, setSummary] = useState(false);
  const head = <ReportHead request={request} institution={institution} />;

  let left = shown;
  return (
    <PrintPage
      title={`Fechamento do Caixa ${request.startDate} a ${request.endDate}`}
      unfinished={!whole}
      tools={
        <>
          <ExportButton
            lists={EXPORTS}
            filter={{ search, startDate, endDate, products: productsSelected.join(',') }}
          />
          <Button variant="default" onClick={onBack}>
            Voltar
          </Button>
          <Checkbox
            label="Com uma página de resumo"
            checked={summary}
            onChange={(event) => setSummary(event.currentTarget.checked)}
            disabled={empty}
          />
        </>
      }
    >
      {!whole && (
        <p className={classes.unfinished}>
          Relatório incompleto: aguarde na tela até que todas as vendas apareçam e imprima de novo.
        </p>
      )}
      {summary && whole && <ReportSummary report={report} corrections={corrections} head={head} />}
      {/* Focusable, so that the keyboard can scroll a table wider than the screen. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <article className={classes.report} aria-label="Relatório" aria-busy={!whole} tabIndex={0}>
        {head}
        {empty && (
          <Box component="p" my="15mm" ta="center" fz="12pt">
            Sem dados
          </Box>
        )}
        {report.groups.map((group, index) => {
          const own = Math.max(0, Math.min(left, parts[index] as number));
          left -= own;
          return own > 0 && <SellerSales key={group.key} group={group} parts={own} />;
        })}
        {unknown && !empty && (
          <Box component="p" m="1mm 1.5mm 0" fz="8pt">
            Sem devoluções e correções: o servidor não informou nenhuma.
          </Box>
        )}
        {whole && !empty && (
          <ReportTotals report={report} filtered={request.productsSelected.length > 0} />
        )}
      </article>
    </PrintPage>
  );
}

type HeadProps = { request: ReportRequest; institution: Institution };

function ReportHead({ request, institution }: HeadProps) {
  const [from, to] = [request.startDate, request.endDate].map((day) =>
    formatDay(day as BusinessDay),
  );
  const filter = filterOf(request);
  return (
    <header className={classes.head}>
      <div>
        <p>Emissão: {formatDay(new Date())}</p>
        <h1>Fechamento do Caixa</h1>
        <p>{institution.graduation_unit}</p>
        <p>
          Período: {from} a {to}
        </p>
        {filter && <p>Somente {filter}</p>}
      </div>
      <SchoolLogo school={institution.institutions[0]} alt="" />
    </header>
  );
}

/** The paper has to name every filter that has left sales out. */
function filterOf({ search, productsSelected }: ReportRequest): string {
  const { length } = productsSelected;
  return [
    ...(search ? [`vendedores com “${search}” no nome`] : []),
    ...(length === 1 ? ['vendas com o produto do filtro'] : []),
    ...(length > 1 ? [`vendas com algum dos ${length} produtos do filtro`] : []),
  ].join(' e ');
}

/**
 * Counts up to `total`, one step at a time. A long page that renders this many parts never blocks for
 * longer than one part takes.
 */
function useGradual(total: number): number {
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown >= total) return;
    // A timer, because a tab in the background gets no animation frames.
    const timer = setTimeout(() => setShown(shown + 1));
    return () => clearTimeout(timer);
  }, [shown, total]);
  return Math.min(shown, total);
}

/** The sums under the groups: all subtotals, then each method by seller, then each method overall. */
function ReportTotals(props: { report: PeriodReport<ReportRow>; filtered: boolean }) {
  const { report, filtered } = props;
  const shown = (sums: readonly PaymentLine[]) => (filtered ? shownMethods(sums) : sums);
  return (
    <>
      <p className={classes.grandTotal}>
        <span>Total Geral</span>
        <b>{formatCents(report.subtotal)}</b>
      </p>
      {report.subtotal !== report.totalGeneral && (
        <Box component="p" m="1mm 1.5mm 0" fz="8pt">
          Soma dos subtotais, antes dos descontos das vendas.
        </Box>
      )}
      <div className={classes.sellers}>
        {report.groups.map((group) => (
          <section key={group.key} className={classes.methods}>
            <h2>{group.sellerName}</h2>
            <Methods lines={shown(group.byMethod)} />
          </section>
        ))}
      </div>
      <section className={`${classes.methods} ${classes.overall}`}>
        <h2>Todos os vendedores</h2>
        <Methods lines={shown(report.byMethod)} />
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
