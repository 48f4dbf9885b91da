import { parseBusinessDay } from '@balcao/domain/business-day.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { filterOf, readSalesSearch, type SalesFilter } from './sales-search.ts';

/** The filter that the address holds, and what has been typed over it but not filtered by yet. */
export function useSalesFilter() {
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const applied = useMemo(() => filterOf(readSalesSearch(address)), [address]);
  const [typed, setTyped] = useState(applied);
  const [before, setBefore] = useState(applied);
  // The address changed by itself (back, a link): the fields follow.
  if (JSON.stringify(before) !== JSON.stringify(applied)) {
    setBefore(applied);
    setTyped(applied);
  }

  const apply = (filter: SalesFilter, replace = false) =>
    navigate({
      to: paths.sales,
      search: (old: Record<string, unknown>) => ({
        ...readSalesSearch({ page_size: old.page_size, ...filter }),
      }),
      replace,
      resetScroll: false,
    });

  return {
    applied,
    typed,
    type: (change: Partial<SalesFilter>) => setTyped((old) => ({ ...old, ...change })),
    apply,
    /** Opens the report of what is typed; answers which date is missing, if one is. */
    openReport: (): 'startDate' | 'endDate' | undefined => {
      const { startDate, endDate, search, products: productsSelected } = typed;
      if (!parseBusinessDay(startDate)) return 'startDate';
      if (!parseBusinessDay(endDate)) return 'endDate';
      // First into the address: whoever comes back finds the filter that the report was made with.
      void apply(typed, true).then(() =>
        navigate({
          to: paths.periodReport,
          state: { search: search.trim(), productsSelected, startDate, endDate },
        }),
      );
      return undefined;
    },
  };
}

export type SalesFilterState = ReturnType<typeof useSalesFilter>;
