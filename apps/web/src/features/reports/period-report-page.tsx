import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { LetterheadMissing } from '../../ui/paper/letterhead-missing.tsx';
import { NothingToPrint } from '../../ui/paper/nothing-to-print.tsx';
import { institutionQuery } from '../institution/institution.queries.ts';
import { type ReportRequest, reportRequestOf } from './report-request.ts';
import { ReportSheet } from './report-sheet.tsx';
import { ReportWaiting } from './report-waiting.tsx';
import { usePeriodSales } from './use-period-sales.ts';

/** The report that the sales list asked for. */
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
  const institution = useQuery(institutionQuery);

  if (!sales.data) {
    return (
      <ReportWaiting
        progress={sales.progress}
        error={sales.isFetching ? null : sales.error}
        onGoOn={() => void sales.refetch()}
        onBack={back}
      />
    );
  }
  if (!institution.data) return <LetterheadMissing query={institution} />;
  return (
    <ReportSheet request={request} institution={institution.data} rows={sales.data} onBack={back} />
  );
}
