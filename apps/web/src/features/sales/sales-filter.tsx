import { TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { FilterForm, PeriodFields, wideField } from '../../ui/lists/filter-form.tsx';
import { MAX_SEARCH_LENGTH } from '../../ui/lists/list-search.ts';
import type { FilterState } from '../../ui/lists/use-address-filter.ts';
import { ProductsFilter } from './products-filter.tsx';
import type { SalesFilter } from './sales-search.ts';

type Props = {
  filter: FilterState<SalesFilter>;
  startRef: Ref<HTMLInputElement>;
  endRef: Ref<HTMLInputElement>;
};

export function SalesFilterForm({ filter, startRef, endRef }: Props) {
  const { input, change, apply } = filter;
  return (
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
  );
}
