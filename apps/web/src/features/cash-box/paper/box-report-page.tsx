import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { type Fact, Facts, type Sum, Sums } from '../../../ui/paper/paper-table.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import { leftByLastCount } from '../box-words.ts';
import type { SeenBox } from '../cash-box.queries.ts';
import { CountTable, drawerLines } from './paper-lines.tsx';

const NO_REPORT = [
  'Nenhum relatório para mostrar',
  'Abra o relatório pela lista de fechamentos, em Ver relatório.',
] as const;

/** The X report that was stored for this tab. */
export function BoxReportPage() {
  return (
    <StoredPaper read={reportOf} nothing={NO_REPORT}>
      {(report, institution) => (
        <PaperPage title={`Caixa ${report.id}`}>
          <PaperHead institution={institution} title="RELATÓRIO X">
            {formatMoment(new Date(report.seen_at))}
          </PaperHead>
          <ReportText report={report} />
        </PaperPage>
      )}
    </StoredPaper>
  );
}

function ReportText({ report }: { report: SeenBox }) {
  const methods = Object.entries(report.payment_methods);
  return (
    <>
      <Facts of={factsOf(report)} />
      <Sums
        title="Vendas e devoluções"
        of={soldOf(report)}
        total={['Total', formatReais(report.total_final)]}
      />
      {methods.length > 0 && (
        <Sums
          title="Por forma de pagamento"
          of={methods.map(([method, amount]) => [method, formatReais(amount)])}
        />
      )}
      <Sums
        title="Gaveta"
        of={drawerLines(report)}
        total={['Dinheiro que deve haver agora', formatReais(report.expected_cash)]}
      />
      {report.counts && <CountTable counts={report.counts} />}
    </>
  );
}

function factsOf(report: SeenBox): Fact[] {
  const left = leftByLastCount(report);
  return [
    ['Caixa:', `nº ${report.id}`],
    ['Vendedor:', report.seller_name],
    ['Aberto em:', formatMoment(new Date(report.opened_at))],
    ...(left ? [['Fundo de troco:', `${formatReais(report.float)}; ${left}`] as const] : []),
  ];
}

function soldOf({ sold_total, returned_total, sales_count, refunds_count }: SeenBox): Sum[] {
  const sold: Sum = [`Vendas (${sales_count})`, formatReais(sold_total)];
  if (refunds_count === 0) return [sold];
  return [sold, [`Devoluções e trocas (${refunds_count})`, formatReais(-returned_total)]];
}

function reportOf(stored: Partial<SeenBox>): SeenBox | undefined {
  const known = typeof stored.expected_cash === 'number' && Array.isArray(stored.movements);
  return known && stored.seen_at ? (stored as SeenBox) : undefined;
}
