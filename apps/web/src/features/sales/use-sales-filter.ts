import { parseBusinessDay } from '@balcao/domain/business-day.ts';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { type AddressFilter, useAddressFilter } from '../../ui/lists/use-address-filter.ts';
import { SALES_KEY } from './sales.queries.ts';
import { filterOf, readSalesSearch, type SalesFilter, searchOf } from './sales-search.ts';

const SALES_FILTER: AddressFilter<SalesFilter> = {
  read: (address) => filterOf(readSalesSearch(address)),
  write: searchOf,
  queryKey: SALES_KEY,
};

/** The filter of the list, and the way to the report of what is typed in it. */
export function useSalesFilter() {
  const navigate = useNavigate();
  const filter = useAddressFilter(SALES_FILTER);
  const { typed, apply } = filter;

  return {
    ...filter,
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
