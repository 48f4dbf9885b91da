import { useLocation, useRouter } from '@tanstack/react-router';
import { NothingToPrint } from '../../ui/paper/nothing-to-print.tsx';
import { Letterhead } from '../institution/letterhead.tsx';
import { type ReportRequest, reportRequestOf } from './report-request.ts';
import { ReportSheet } from './report-sheet.tsx';
import { ReportWaiting } from './report-waiting.tsx';
import { usePeriod } from './use-period.ts';

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
  const period = usePeriod(request);

  if (!period.data) {
    return (
      <ReportWaiting
        progress={period.progress}
        error={period.isFetching ? null : period.error}
        onContinue={() => void period.refetch()}
        onBack={back}
      />
    );
  }
  return (
    <Letterhead>
      {(institution) => (
        <ReportSheet request={request} institution={institution} {...period.data} onBack={back} />
      )}
    </Letterhead>
  );
}
