import { parseBusinessDay } from '@balcao/domain/business-day.ts';
import { Button, TextInput, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { FilterForm, PeriodFields, wideField } from '../../ui/lists/filter-form.tsx';
import { MAX_SEARCH_LENGTH } from '../../ui/lists/list-search.ts';
import { type AddressFilter, useAddressFilter } from '../../ui/lists/use-address-filter.ts';
import { ProductsFilter } from './products-filter.tsx';
import { SALES_KEY } from './sales.queries.ts';
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
  const { applied, input, change, apply } = useAddressFilter(SALES_FILTER);
  const [reportWanted, setReportWanted] = useState(false);
  const startRef = useRef<HTMLInputElement>(null);
  const endRef = useRef<HTMLInputElement>(null);
  const { startDate, endDate, search, products: productsSelected } = input;
  const [missingDate] = [
    ...(parseBusinessDay(startDate) ? [] : [startRef]),
    ...(parseBusinessDay(endDate) ? [] : [endRef]),
  ];

  const openReport = async () => {
    setReportWanted(true);
    if (missingDate) return missingDate.current?.focus();
    // The address gets the filter first, so that going back finds the filter of the report.
    await apply(input, true);
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
      <FilterForm label="Filtrar vendas" onSubmit={() => void apply(input)}>
        <PeriodFields period={input} onChange={change} startRef={startRef} endRef={endRef} />
        <TextInput
          label="Vendedor"
          className={wideField}
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={input.search}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        <ProductsFilter value={input.products} onChange={(products) => change({ products })} />
      </FilterForm>
      <SalesList
        labelledBy={headingId}
        filter={applied}
        onShowAll={() => void apply({ search: '', startDate: '', endDate: '', products: [] })}
      />
    </>
  );
}
