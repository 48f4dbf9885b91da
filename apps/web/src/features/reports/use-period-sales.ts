import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listSales } from '../sales/sales.queries.ts';
import { newReading, type Progress, readAll } from './read-all.ts';
import type { ReportRequest } from './report-request.ts';
import { inOrderOfSale, type ReportRow, reportRow } from './report-row.ts';

const PAGE_SIZE = 99;

/** All sales of the period, page by page. After a failure, `refetch` continues where it stopped. */
export function usePeriodSales(request: ReportRequest) {
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
  });
  return { ...query, progress };
}
