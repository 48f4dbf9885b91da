import type { Institution } from '@balcao/contract/institution.ts';
import { periodReport } from '@balcao/domain/period-report.ts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { PrintPage } from '../../ui/paper/print-page.tsx';
import { ReportGroup, ROWS_AT_ONCE } from './report-group.tsx';
import { ReportHead } from './report-head.tsx';
import type { ReportRequest } from './report-request.ts';
import type { ReportRow } from './report-row.ts';
import classes from './report-sheet.module.css';
import { ReportTotals } from './report-totals.tsx';
import { useGradual } from './use-gradual.ts';

type Props = {
  request: ReportRequest;
  institution: Institution;
  rows: readonly ReportRow[];
  onBack: () => void;
};

/** The whole report, part by part, and around it what prints it once it is all there. */
export function ReportSheet({ request, institution, rows, onBack }: Props) {
  const report = useMemo(() => periodReport(rows), [rows]);
  // The totals are one part more, and the last.
  const parts = report.groups.map((group) => Math.ceil(group.sales.length / ROWS_AT_ONCE));
  const all = parts.reduce((sum, part) => sum + part, 1);
  const shown = useGradual(all);
  const whole = shown === all;

  let left = shown;
  return (
    <PrintPage
      title={`Fechamento do Caixa ${request.startDate} a ${request.endDate}`}
      unfinished={!whole}
      tools={
        <Button variant="default" onClick={onBack}>
          Voltar
        </Button>
      }
    >
      {!whole && (
        <p className={classes.unfinished}>
          Relatório incompleto: aguarde na tela até que todas as vendas apareçam e imprima de novo.
        </p>
      )}
      {/* Focusable, so that a table wider than the screen can be moved by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <article className={classes.report} aria-label="Relatório" aria-busy={!whole} tabIndex={0}>
        <ReportHead request={request} institution={institution} />
        {rows.length === 0 && <p className={classes.nothing}>Sem dados</p>}
        {report.groups.map((group, index) => {
          const own = Math.max(0, Math.min(left, parts[index] as number));
          left -= own;
          return own > 0 && <ReportGroup key={group.sellerId} group={group} parts={own} />;
        })}
        {whole && rows.length > 0 && <ReportTotals report={report} />}
      </article>
    </PrintPage>
  );
}
