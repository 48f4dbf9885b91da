import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { readStoredForPrinting } from '../../../ui/paper/print-tab.ts';
import { Letterhead } from '../../institution/letterhead.tsx';
import { leftByLastCount } from '../box-words.ts';
import type { SeenBox } from '../cash-box.queries.ts';
import classes from './paper-lines.module.css';
import { CountTable, drawerLines, PaperLines } from './paper-lines.tsx';

/** The X report that was stored for this tab. */
export function BoxReportPage() {
  const [report] = useState(storedReport);
  if (!report) {
    return (
      <NothingToPrint title="Nenhum relatório para mostrar">
        Abra o relatório pela lista de fechamentos, em Ver relatório.
      </NothingToPrint>
    );
  }
  return (
    <Letterhead>
      {(institution) => (
        <PaperPage title={`Caixa ${report.id}`}>
          <PaperHead institution={institution} title="RELATÓRIO X">
            {formatMoment(new Date(report.seen_at))}
          </PaperHead>
          <ReportText report={report} />
        </PaperPage>
      )}
    </Letterhead>
  );
}

function ReportText({ report }: { report: SeenBox }) {
  const { sold_total, returned_total, sales_count, refunds_count } = report;
  const left = leftByLastCount(report);
  const methods = Object.entries(report.payment_methods);
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>Caixa:</dt>
          <dd>nº {report.id}</dd>
        </div>
        <div>
          <dt>Vendedor:</dt>
          <dd>{report.seller_name}</dd>
        </div>
        <div>
          <dt>Aberto em:</dt>
          <dd>{formatMoment(new Date(report.opened_at))}</dd>
        </div>
        {left && (
          <div>
            <dt>Fundo de troco:</dt>
            <dd>
              {formatReais(report.float)}; {left}
            </dd>
          </div>
        )}
      </dl>
      <PaperLines
        title="Vendas e devoluções"
        lines={[
          { what: `Vendas (${sales_count})`, amount: sold_total },
          ...(refunds_count > 0
            ? [{ what: `Devoluções e trocas (${refunds_count})`, amount: -returned_total }]
            : []),
        ]}
        sum={{ what: 'Total', amount: report.total_final }}
      />
      {methods.length > 0 && (
        <PaperLines
          title="Por forma de pagamento"
          lines={methods.map(([what, amount]) => ({ what, amount }))}
        />
      )}
      <PaperLines
        title="Gaveta"
        lines={drawerLines(report)}
        sum={{ what: 'Dinheiro que deve haver agora', amount: report.expected_cash }}
      />
      {report.counts && <CountTable counts={report.counts} />}
    </>
  );
}

/** The browser's storage may hold anything: a sale, another paper. */
function storedReport(): SeenBox | undefined {
  const stored = readStoredForPrinting<SeenBox>();
  const known = typeof stored.expected_cash === 'number' && Array.isArray(stored.movements);
  return known && stored.seen_at ? (stored as SeenBox) : undefined;
}
