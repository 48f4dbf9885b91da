import { useState } from 'react';
import { isPersonal } from '../../ui/lists/filter.ts';
import { useAddressFilter, useInput, useListAddress } from '../../ui/lists/use-list.ts';
import { SALES_KEY } from './sales.queries.ts';
import { type SalesFilter, salesFilter } from './sales-filter.ts';

/** The filter as an address would give it. */
const inAddress = (filter: SalesFilter) =>
  JSON.stringify(salesFilter.read(salesFilter.search(filter)));

/**
 * The filter in the address, and the input over it, which waits while it is another. A CPF or a matrícula that is searched for is in no
 * address: it is kept here, for the filter of the address that it was searched with.
 */
export function useSalesFilter() {
  const address = useAddressFilter(SALES_KEY, salesFilter);
  const [kept, setKept] = useState<Record<string, string>>({});
  const keptHere = kept[JSON.stringify(address.applied)] ?? '';
  const applied = { ...address.applied, find: address.applied.find || keptHere };
  const [find, setFind] = useInput(applied.find);
  const { slice, setPage } = useListAddress();

  const apply = (filter: SalesFilter, replace = false): Promise<void> => {
    const personal = isPersonal(filter.find);
    const next = inAddress(filter);
    setKept((before) => ({ ...before, [next]: personal ? filter.find : '' }));
    if (filter.find !== applied.find && next === JSON.stringify(address.applied)) {
      // The address stays; another search begins on its first page.
      if (slice.page > 1) setPage(1);
      return Promise.resolve();
    }
    return address.apply({ ...filter, find: personal ? '' : filter.find.trim() }, replace);
  };

  const input = { ...address.input, find };
  const none = { ...salesFilter.read({}), order: applied.order };
  const isFiltered = JSON.stringify(none) !== JSON.stringify(applied);
  return {
    applied,
    input,
    beside: address.beside,
    changeBeside: address.changeBeside,
    isWaiting: inAddress(input) !== inAddress(applied) || input.find.trim() !== applied.find.trim(),
    change: address.change,
    setFind,
    apply,
    clear: isFiltered ? () => void apply(none) : undefined,
  };
}
