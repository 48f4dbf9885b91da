import type { Sale } from '@balcao/contract/sales/sales.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';
import { inTime } from '../../api/in-time.ts';
import { listSales } from '../sales/sales.queries.ts';
import { newReading, type Progress, readTogether } from './read-all.ts';
import type { ReportRequest } from './report-request.ts';
import { correctionRow, inOrder, type ReportRow, reportRow } from './report-row.ts';

const PAGE_SIZE = 99;
const NONE = { total_pages: 1, count: 0 };

export type PeriodProgress = Progress & { readonly of: 'sales' | 'corrections' };

/**
 * All sales and corrections of the period, page by page, once `enabled`. After a failure, `refetch` continues.
 * `unknown`: the server has no corrections to tell of.
 */
export function usePeriod(request: ReportRequest, enabled: boolean) {
  const [sales] = useState(newReading<ReportRow>);
  const [corrections] = useState(newReading<ReportRow>);
  const [progress, setProgress] = useState<PeriodProgress>();

  const onProgress = (of: PeriodProgress['of']) => (step: Progress) =>
    // Most periods have no corrections to wait for.
    (of === 'sales' || step.count > 0) && setProgress({ ...step, of });
  const query = useQuery({
    queryKey: ['sales', 'period', request],
    enabled,
    queryFn: async ({ signal, client, queryKey }) => {
      const { productsSelected: products, ...filter } = request;
      let unknown = false;
      const salesPage = async (page: number) => {
        const found = await listSales({ ...filter, products, page, page_size: PAGE_SIZE }, signal);
        // A sale without a number is identified by its place, also on the next page.
        const numbered = (sale: Sale): Sale =>
          sale.id > 0 ? sale : { ...sale, id: sale.id - (page - 1) * PAGE_SIZE };
        return {
          ...found,
          results: found.results.map(numbered).map((sale) => reportRow(sale, products)),
        };
      };
      const correctionsPage = async (page: number) => {
        const query = { ...filter, products: products.join(','), page, page_size: PAGE_SIZE };
        const asked = orWithout(call('listCorrections', { query, signal }), undefined);
        // A report that goes on without them says so, and is read again when they come.
        const again = () => void client.refetchQueries({ queryKey });
        const found = page === 1 ? await inTime(asked, undefined, again) : await asked;
        unknown = found === undefined;
        return {
          ...NONE,
          ...found,
          results: (found?.results ?? []).map((made) => correctionRow(made, products)),
        };
      };
      const parts = await readTogether(
        { reading: corrections, fetchPage: correctionsPage, onProgress: onProgress('corrections') },
        { reading: sales, fetchPage: salesPage, onProgress: onProgress('sales') },
      );
      return { corrections: inOrder(parts.added), sales: inOrder(parts.changing), unknown };
    },
    // A paper shows one moment; opening it again makes a new one.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    structuralSharing: false,
    meta: { failure: 'The sales of the period could not be loaded' },
  });
  return { ...query, progress };
}
