import { Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { DataTable } from '../../ui/data-table.tsx';
import { ListFrame, NothingListed } from '../../ui/list-frame.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useListAddress } from '../../ui/use-list-address.ts';
import { auditQuery } from './audit.queries.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterForm } from './audit-filter.tsx';
import classes from './audit-page.module.css';
import { EVERYTHING } from './audit-search.ts';
import { type AuditFilterState, useAuditFilter } from './use-audit-filter.ts';

export function AuditPage() {
  const headingId = useId();
  const filter = useAuditFilter();
  const { slice, setPage, setPageSize, replacePage } = useListAddress();
  const list = useQuery(auditQuery(slice, filter.applied));
  const { data, error, isPlaceholderData } = list;
  const noneHere = data?.results.length === 0 && !isPlaceholderData;
  const lastPage = noneHere ? data.total_pages : 0;

  // The link is an old one: show the last page there is.
  useEffect(() => {
    if (lastPage > 0) replacePage(lastPage);
  }, [lastPage, replacePage]);

  return (
    <>
      <Title order={1} size="h3" id={headingId} tabIndex={-1} className={classes.heading}>
        AUDITORIA
      </Title>
      <AuditFilterForm filter={filter} />
      <p aria-live="polite" className="visually-hidden">
        {data && !isPlaceholderData && `Encontrados: ${data.count}, página ${slice.page}`}
      </p>
      <ListFrame
        title="AUDITORIA"
        list={list}
        empty={noneHere && lastPage === 0 ? <NothingFound filter={filter} /> : undefined}
        foot={
          <Pager
            page={slice.page}
            pageSize={slice.page_size}
            totalPages={error ? undefined : data?.total_pages}
            count={error ? undefined : data?.count}
            onPage={setPage}
            onPageSize={setPageSize}
          />
        }
      >
        <DataTable
          labelledBy={headingId}
          columns={auditColumns}
          rows={noneHere ? undefined : data?.results}
        />
      </ListFrame>
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
      <Button variant="default" onClick={() => apply(EVERYTHING)}>
        Mostrar tudo
      </Button>
    </NothingListed>
  );
}
