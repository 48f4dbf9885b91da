import { parseBusinessDay } from '@balcao/domain/business-day.ts';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../navigation/paths.ts';
import { type AddressFilter, useAddressFilter } from '../../ui/lists/use-address-filter.ts';
import { SALES_KEY } from './sales.queries.ts';
import { readSalesFilter, readSalesSearch, type SalesFilter } from './sales-search.ts';

const SALES_FILTER: AddressFilter<SalesFilter> = {
  readFilter: readSalesFilter,
  readSearch: readSalesSearch,
  queryKey: SALES_KEY,
};

/** The filter of the list, and the way to the report of its input. */
export function useSalesFilter() {
  const navigate = useNavigate();
  const filter = useAddressFilter(SALES_FILTER);
  const { input, apply } = filter;

  return {
    ...filter,
    /** The date that a report of the input still needs. */
    missingDate: (['startDate', 'endDate'] as const).find((date) => !parseBusinessDay(input[date])),
    openReport: () => {
      const { startDate, endDate, search, products: productsSelected } = input;
      // The address gets the filter first, so that going back finds the filter of the report.
      void apply(input, true).then(() =>
        navigate({
          to: paths.periodReport,
          state: { search: search.trim(), productsSelected, startDate, endDate },
        }),
      );
    },
  };
}
