import { Button, Title } from '@mantine/core';
import { useId } from 'react';
import { NothingInPeriod } from '../../ui/lists/list-frame.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { type AddressFilter, useAddressFilter } from '../../ui/lists/use-address-filter.ts';
import { useList } from '../../ui/lists/use-list.ts';
import { useListAddress } from '../../ui/lists/use-list-address.ts';
import { AUDIT_KEY, listAudit } from './audit.queries.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterForm } from './audit-filter.tsx';
import { type AuditFilter, EVERYTHING, readAuditFilter, readAuditSearch } from './audit-search.ts';

const AUDIT_FILTER: AddressFilter<AuditFilter> = {
  readFilter: readAuditFilter,
  readSearch: readAuditSearch,
  queryKey: AUDIT_KEY,
};

export function AuditPage() {
  const headingId = useId();
  const filter = useAddressFilter(AUDIT_FILTER);
  const address = useListAddress();
  const list = useList(AUDIT_KEY, { ...address.slice, ...filter.applied }, listAudit);

  return (
    <>
      <Title order={1} size="h3" id={headingId} tabIndex={-1}>
        AUDITORIA
      </Title>
      <AuditFilterForm filter={filter} />
      <PagedList
        title="AUDITORIA"
        list={list}
        address={address}
        labelledBy={headingId}
        columns={auditColumns}
        // The audit itself is never empty: it holds at least the reader's sign-in.
        empty={
          <NothingInPeriod
            title="Nada encontrado com este filtro"
            period={filter.applied}
            hint="Mude o período, a pessoa ou o tipo."
          >
            <Button variant="default" onClick={() => void filter.apply(EVERYTHING)}>
              Mostrar tudo
            </Button>
          </NothingInPeriod>
        }
      />
    </>
  );
}
