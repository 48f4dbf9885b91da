import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { NothingListed } from '../../ui/lists/list-frame.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { useListAddress } from '../../ui/lists/use-list-address.ts';
import { auditQuery } from './audit.queries.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterForm } from './audit-filter.tsx';
import classes from './audit-page.module.css';
import { EVERYTHING } from './audit-search.ts';
import { type AuditFilterState, useAuditFilter } from './use-audit-filter.ts';

export function AuditPage() {
  const headingId = useId();
  const filter = useAuditFilter();
  const address = useListAddress();
  const list = useQuery(auditQuery(address.slice, filter.applied));

  return (
    <>
      <Title order={1} size="h3" id={headingId} tabIndex={-1} className={classes.heading}>
        AUDITORIA
      </Title>
      <AuditFilterForm filter={filter} />
      <PagedList
        title="AUDITORIA"
        list={list}
        address={address}
        empty={<NothingFound filter={filter} />}
        table={(rows) => <DataTable labelledBy={headingId} columns={auditColumns} rows={rows} />}
      />
    </>
  );
}

/** There is always something in the audit: that somebody signed in to read it. */
function NothingFound({ filter: { applied, apply } }: { filter: AuditFilterState }) {
  const { startDate, endDate } = applied;
  const backwards = startDate !== '' && endDate !== '' && startDate > endDate;
  return (
    <NothingListed title="Nada encontrado com este filtro">
      <p>
        {backwards
          ? 'A data de início vem depois da data de fim.'
          : 'Mude o período, a pessoa ou o tipo.'}
      </p>
      <Button variant="default" onClick={() => void apply(EVERYTHING)}>
        Mostrar tudo
      </Button>
    </NothingListed>
  );
}
