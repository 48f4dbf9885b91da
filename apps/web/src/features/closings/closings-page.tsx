import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId } from 'react';
import { paths } from '../../navigation/paths.ts';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { ListFrame, NothingListed } from '../../ui/lists/list-frame.tsx';
import { usePaper } from '../../ui/paper/use-paper.tsx';
import { closingColumns } from './closing-columns.tsx';
import { closingsQuery } from './closings.queries.ts';
import classes from './closings-page.module.css';
import { type ClosingsPeriod, periodOf, readClosingsSearch } from './closings-search.ts';
import { PeriodForm } from './period-form.tsx';

export function ClosingsPage() {
  const headingId = useId();
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Record<string, unknown>;
  const period = periodOf(readClosingsSearch(address));
  const list = useQuery(closingsQuery(period));
  const slip = usePaper(paths.closingSlip, 'Fechamento');
  const { data, isPlaceholderData } = list;

  const apply = (search: ClosingsPeriod) => {
    const same = search.startDate === period.startDate && search.endDate === period.endDate;
    // Filtering by the same period again asks for what happened meanwhile.
    if (same) void list.refetch();
    else void navigate({ to: paths.closings, search, resetScroll: false });
  };

  return (
    <>
      <Title order={1} size="h3" id={headingId} className={classes.heading}>
        FECHAMENTOS
      </Title>
      <PeriodForm period={period} onApply={apply} />
      <p aria-live="polite" className="visually-hidden">
        {data && !isPlaceholderData && `Encontrados: ${data.length}`}
      </p>
      <ListFrame
        title="FECHAMENTOS"
        list={list}
        empty={
          data?.length === 0 && !isPlaceholderData ? <NoClosings period={period} /> : undefined
        }
      >
        <DataTable labelledBy={headingId} columns={closingColumns(slip.open)} rows={data} />
      </ListFrame>
      {slip.blocked}
    </>
  );
}

function NoClosings({ period: { startDate, endDate } }: { period: ClosingsPeriod }) {
  return (
    <NothingListed title="Nenhum caixa fechado neste período">
      <p>
        {startDate > endDate
          ? 'A data de início vem depois da data de fim.'
          : 'Mude o período. Cada vendedor fecha o seu caixa pelo menu, em FECHAR CAIXA.'}
      </p>
    </NothingListed>
  );
}
