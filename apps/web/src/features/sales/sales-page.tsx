import { parseBusinessDay } from '@balcao/domain/business-day.ts';
import { Button, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { type AddressFilter, useAddressFilter } from '../../ui/lists/use-address-filter.ts';
import { SALES_KEY } from './sales.queries.ts';
import { SalesFilterForm } from './sales-filter.tsx';
import { SalesList } from './sales-list.tsx';
import classes from './sales-page.module.css';
import { readSalesFilter, readSalesSearch, type SalesFilter } from './sales-search.ts';

const SALES_FILTER: AddressFilter<SalesFilter> = {
  readFilter: readSalesFilter,
  readSearch: readSalesSearch,
  queryKey: SALES_KEY,
};

export function SalesPage() {
  const headingId = useId();
  const navigate = useNavigate();
  const filter = useAddressFilter(SALES_FILTER);
  const [reportWanted, setReportWanted] = useState(false);
  const startRef = useRef<HTMLInputElement>(null);
  const endRef = useRef<HTMLInputElement>(null);
  const { startDate, endDate, search, products: productsSelected } = filter.input;
  const [missingDate] = [
    ...(parseBusinessDay(startDate) ? [] : [startRef]),
    ...(parseBusinessDay(endDate) ? [] : [endRef]),
  ];

  const openReport = async () => {
    setReportWanted(true);
    if (missingDate) return missingDate.current?.focus();
    // The address gets the filter first, so that going back finds the filter of the report.
    await filter.apply(filter.input, true);
    const state = { search: search.trim(), productsSelected, startDate, endDate };
    await navigate({ to: paths.periodReport, state });
  };

  return (
    <>
      <div className={classes.top}>
        <Title order={1} size="h3" id={headingId} tabIndex={-1} flex={1}>
          VENDAS
        </Title>
        {reportWanted && missingDate && (
          <p role="alert" className={classes.missing}>
            <IconAlertCircle size={18} aria-hidden />
            Selecione um período para gerar o relatorio
          </p>
        )}
        <Button onClick={() => void openReport()}>Gerar relatorio</Button>
      </div>
      <SalesFilterForm filter={filter} startRef={startRef} endRef={endRef} />
      <SalesList
        labelledBy={headingId}
        filter={filter.applied}
        onShowAll={() =>
          void filter.apply({ search: '', startDate: '', endDate: '', products: [] })
        }
      />
    </>
  );
}
