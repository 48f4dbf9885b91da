import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { newReading, type Progress, readAll } from './read-all.ts';
import type { ReportRequest } from './report-request.ts';
import { inOrderOfSale, type ReportRow, reportRow } from './report-row.ts';

const PAGE_SIZE = 99;

/** All sales of the period, page by page. After a failure, `refetch` goes on where it stopped. */
export function usePeriodSales(request: ReportRequest) {
  const [reading] = useState(newReading<ReportRow>);
  const [progress, setProgress] = useState<Progress>();

  const query = useQuery({
    queryKey: ['sales', 'period', request],
    queryFn: async ({ signal }) => {
      const fetchPage = async (page: number) => {
        const answer = await call('listSales', { query: queryOf(request, page), signal });
        return { ...answer, results: answer.results.map(reportRow) };
      };
      return inOrderOfSale(await readAll(reading, fetchPage, setProgress));
    },
    // A paper is of one moment; a new one is made by opening it again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
  });
  return { ...query, progress };
}

function queryOf(request: ReportRequest, page: number) {
  const { search, productsSelected, startDate, endDate } = request;
  return {
    search,
    products: productsSelected.join(','),
    page,
    page_size: PAGE_SIZE,
    startDate,
    endDate,
  };
}
