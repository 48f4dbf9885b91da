import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { NothingToPrint } from '../../ui/paper/nothing-to-print.tsx';
import { ownBoxQuery } from '../cash-box/cash-box.queries.ts';
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
  const blind = useBlindness();
  const period = usePeriod(request, blind === false);

  if (blind) {
    return (
      <NothingToPrint title="Seu caixa está aberto">
        O relatório fica disponível depois de fechar o caixa.
      </NothingToPrint>
    );
  }
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

/**
 * Whether the seller has a box that is not counted yet: the sums would tell what it should hold. undefined while
 * nobody knows; a server without counted boxes has none.
 */
function useBlindness(): boolean | undefined {
  const user = useSession()?.user;
  const own = useQuery({
    ...ownBoxQuery(user?.id ?? 0),
    enabled: user?.admin === false,
    retry: false,
  });
  if (own.isLoading) return undefined;
  const box = own.data?.box;
  return box ? box.counts === null : false;
}
