import { useLocation, useRouter } from '@tanstack/react-router';
import { NothingToPrint } from '../../ui/paper/nothing-to-print.tsx';
import { Letterhead } from '../institution/letterhead.tsx';
import { type ReportRequest, reportRequestOf } from './report-request.ts';
import { ReportSheet } from './report-sheet.tsx';
import { ReportWaiting } from './report-waiting.tsx';
import { usePeriodSales } from './use-period-sales.ts';

/** The report that was requested from the sales list. */
export function PeriodReportPage() {
  const { state, key } = useLocation({
    select: ({ state }) => ({ state: reportRequestOf(state), key: state.__TSR_key }),
    structuralSharing: true,
  });
  if (state) return <Report key={key} request={state} />;
  return (
    <NothingToPrint title="Nenhum relatório para mostrar">
      Abra o relatório pela lista de vendas, em Gerar relatorio.
    </NothingToPrint>
  );
}

function Report({ request }: { request: ReportRequest }) {
  const { history } = useRouter();
  const back = () => history.back();
  const sales = usePeriodSales(request);

  if (!sales.data) {
    return (
      <ReportWaiting
        progress={sales.progress}
        error={sales.isFetching ? null : sales.error}
        onContinue={() => void sales.refetch()}
        onBack={back}
      />
    );
  }
  return (
    <Letterhead>
      {(institution) => (
        <ReportSheet request={request} institution={institution} rows={sales.data} onBack={back} />
      )}
    </Letterhead>
  );
}
