import { Button, TextInput } from '@mantine/core';
import type { FormEvent, Ref } from 'react';
import { MAX_SEARCH_LENGTH } from '../../ui/lists/list-search.ts';
import { ProductsFilter } from './products-filter.tsx';
import classes from './sales-filter.module.css';
import type { SalesFilterState } from './use-sales-filter.ts';

type Props = {
  filter: SalesFilterState;
  startRef: Ref<HTMLInputElement>;
  endRef: Ref<HTMLInputElement>;
};

export function SalesFilterForm({ filter: { typed, type, apply }, startRef, endRef }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void apply(typed);
  };

  return (
    <search aria-label="Filtrar vendas">
      <form className={classes.form} onSubmit={submit}>
        <TextInput
          ref={startRef}
          type="date"
          label="Início"
          className={classes.date}
          min="2000-01-01"
          max="2999-12-31"
          value={typed.startDate}
          onChange={(event) => type({ startDate: event.currentTarget.value })}
        />
        <TextInput
          ref={endRef}
          type="date"
          label="Fim"
          className={classes.date}
          min="2000-01-01"
          max="2999-12-31"
          value={typed.endDate}
          onChange={(event) => type({ endDate: event.currentTarget.value })}
        />
        <TextInput
          label="Vendedor"
          className={classes.seller}
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={typed.search}
          onChange={(event) => type({ search: event.currentTarget.value })}
        />
        <ProductsFilter
          className={classes.products}
          value={typed.products}
          onChange={(products) => type({ products })}
        />
        <Button type="submit" variant="default" className={classes.submit}>
          Filtrar
        </Button>
      </form>
    </search>
  );
}
