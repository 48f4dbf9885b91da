import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import type { Institution } from '@balcao/contract/shop/institution.ts';
import { type BusinessDay, formatDay } from '@balcao/domain/dates/business-day.ts';
import { periodReport } from '@balcao/domain/period-report.ts';
import { Checkbox } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useSession } from '../../api/session.ts';
import long from '../../ui/paper/long-paper.module.css';
import { LongHead, LongPaper } from '../../ui/paper/long-paper.tsx';
import paper from '../../ui/paper/paper.module.css';
import { PrintPage } from '../../ui/paper/print-page.tsx';
import { ExportButton } from '../exports/export-button.tsx';
import classes from './report.module.css';
import type { ReportRequest } from './report-request.ts';
import type { ReportRow } from './report-row.ts';
import { ReportSummary } from './report-summary.tsx';
import { ReportTotals } from './report-totals.tsx';
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

const REPORT_EXPORTS = [
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
  const isAdmin = useSession()?.user.admin === true;
  // With a filter by name or product, no list of entries has the same sums.
  const explained = isAdmin && !unknown && !search && productsSelected.length === 0;
  const figureOf = (part: EntriesFilter) =>
    explained ? { startDate, endDate, ...part } : undefined;

  let left = shown;
  return (
    <PrintPage
      title={`Fechamento do Caixa ${request.startDate} a ${request.endDate}`}
      unfinished={!whole}
      onBack={onBack}
      tools={
        <>
          <ExportButton
            lists={REPORT_EXPORTS}
            filter={{ search, startDate, endDate, products: productsSelected.join(',') }}
          />
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
      {summary && whole && <ReportSummary {...{ report, corrections, head, figureOf }} />}
      <LongPaper label="Relatório" head={head} busy={!whole} dense>
        {empty && <p className={long.empty}>Sem dados</p>}
        {report.groups.map((group, index) => {
          const own = Math.max(0, Math.min(left, parts[index] as number));
          left -= own;
          return own > 0 && <SellerSales key={group.key} group={group} parts={own} />;
        })}
        {unknown && !empty && (
          <p className={paper.small}>
            Sem devoluções e correções: o servidor não informou nenhuma.
          </p>
        )}
        {whole && !empty && (
          <ReportTotals {...{ report, figureOf }} filtered={request.productsSelected.length > 0} />
        )}
      </LongPaper>
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
    <LongHead
      title="Fechamento do Caixa"
      institution={institution}
      lines={[
        institution.graduation_unit,
        `Período: ${from} a ${to}`,
        filter && `Somente ${filter}`,
      ]}
    />
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
