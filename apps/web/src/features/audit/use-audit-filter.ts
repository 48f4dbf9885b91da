import { type AddressFilter, useAddressFilter } from '../../ui/lists/use-address-filter.ts';
import { AUDIT_KEY } from './audit.queries.ts';
import { type AuditFilter, filterOf, readAuditSearch, searchOf } from './audit-search.ts';

const AUDIT_FILTER: AddressFilter<AuditFilter> = {
  read: (address) => filterOf(readAuditSearch(address)),
  write: searchOf,
  queryKey: AUDIT_KEY,
};

export const useAuditFilter = () => useAddressFilter(AUDIT_FILTER);

export type AuditFilterState = ReturnType<typeof useAuditFilter>;
