import { useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { NothingToPrint } from '../../ui/paper/nothing-to-print.tsx';
import { Letterhead } from '../institution/letterhead.tsx';
import { listSales } from '../sales/sales.queries.ts';
import { newReading, type Progress, readAll } from './read-all.ts';
import { type ReportRequest, reportRequestOf } from './report-request.ts';
import { inOrderOfSale, type ReportRow, reportRow } from './report-row.ts';
import { ReportSheet } from './report-sheet.tsx';
import { ReportWaiting } from './report-waiting.tsx';

const PAGE_SIZE = 99;

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

/** All sales of the period, page by page. After a failure, `refetch` continues where it stopped. */
function usePeriodSales(request: ReportRequest) {
  const [reading] = useState(newReading<ReportRow>);
  const [progress, setProgress] = useState<Progress>();

  const query = useQuery({
    queryKey: ['sales', 'period', request],
    queryFn: async ({ signal }) => {
      const { productsSelected: products, ...filter } = request;
      const fetchPage = async (page: number) => {
        const sales = await listSales({ ...filter, products, page, page_size: PAGE_SIZE }, signal);
        return { ...sales, results: sales.results.map(reportRow) };
      };
      return inOrderOfSale(await readAll(reading, fetchPage, setProgress));
    },
    // A paper shows one moment; opening it again makes a new one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
    meta: { failure: 'The sales of the period could not be loaded' },
  });
  return { ...query, progress };
}
