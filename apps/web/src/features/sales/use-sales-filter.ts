import { parseBusinessDay } from '@balcao/domain/business-day.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { SALES_KEY } from './sales.queries.ts';
import { filterOf, readSalesSearch, type SalesFilter, searchOf } from './sales-search.ts';

/** The filter that the address holds, and what has been typed over it but not filtered by yet. */
export function useSalesFilter() {
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const applied = useMemo(() => filterOf(readSalesSearch(address)), [address]);
  const [typed, setTyped] = useState(applied);
  const [before, setBefore] = useState(applied);
  // The address changed by itself (back, a link): the fields follow.
  if (JSON.stringify(before) !== JSON.stringify(applied)) {
    setBefore(applied);
    setTyped(applied);
  }

  const apply = (filter: SalesFilter, replace = false) => {
    // Filtering by the same again asks for what happened meanwhile.
    if (JSON.stringify(filter) === JSON.stringify(applied)) {
      return queryClient.invalidateQueries({ queryKey: SALES_KEY });
    }
    return navigate({
      to: paths.sales,
      search: (old: Record<string, unknown>) => searchOf(filter, old.page_size),
      replace,
      resetScroll: false,
    });
  };

  return {
    applied,
    typed,
    type: (change: Partial<SalesFilter>) => setTyped((old) => ({ ...old, ...change })),
    apply,
    /** The date that a report of what is typed would still need. */
    missingDate: missingDate(typed),
    /** Opens the report of what is typed. */
    openReport: () => {
      const { startDate, endDate, search, products: productsSelected } = typed;
      // First into the address: whoever comes back finds the filter that the report was made with.
      void apply(typed, true).then(() =>
        navigate({
          to: paths.periodReport,
          state: { search: search.trim(), productsSelected, startDate, endDate },
        }),
      );
    },
  };
}

function missingDate({ startDate, endDate }: SalesFilter): 'startDate' | 'endDate' | undefined {
  if (!parseBusinessDay(startDate)) return 'startDate';
  return parseBusinessDay(endDate) ? undefined : 'endDate';
}

export type SalesFilterState = ReturnType<typeof useSalesFilter>;
