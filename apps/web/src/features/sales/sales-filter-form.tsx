import { MAX_SEARCH_LENGTH } from '@balcao/contract/fields/list-limits.ts';
import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { Ref } from 'react';
import { FilterFold, FilterForm, PeriodFields, wideField } from '../../ui/lists/filter-form.tsx';
import { PeriodPresets } from '../../ui/lists/period-presets.tsx';
import { useMethodChoices } from '../payment-methods/method-choices.ts';
import { ProductsFilter } from './products-filter.tsx';
import type { SalesFilter } from './sales-filter.ts';
import classes from './sales-page.module.css';
import type { useSalesFilter } from './use-sales-filter.ts';

const FIND = 'Cliente, CPF, aluno, matrícula ou nº';

const SITUATIONS = [
  { value: '', label: 'Todas as situações' },
  { value: 'discounted', label: 'Com desconto' },
  { value: 'corrected', label: 'Devolvidas ou corrigidas' },
  { value: 'deleted', label: 'Excluídas' },
];

type Props = {
  filter: ReturnType<typeof useSalesFilter>;
  startRef: Ref<HTMLInputElement>;
  endRef: Ref<HTMLInputElement>;
  fold: [open: boolean, setOpen: (open: boolean) => void];
};

/** The filter of Vendas: the specification's fields in a line of their own, ours above them. */
export function SalesFilterForm({ filter, startRef, endRef, fold }: Props) {
  const { applied, input, isWaiting, change, setFind, apply, clear } = filter;
  const methods = useMethodChoices(input.method);
  return (
    <FilterFold applied={applied} state={fold}>
      <FilterForm
        label="Filtrar vendas"
        isWaiting={isWaiting}
        onSubmit={() => void apply(input)}
        onClear={clear}
      >
        <Group className={classes.first} gap="8px 16px">
          <TextInput
            aria-label={FIND}
            placeholder={FIND}
            flex="1 1 20rem"
            autoComplete="off"
            maxLength={MAX_SEARCH_LENGTH}
            value={input.find}
            onChange={(event) => setFind(event.currentTarget.value)}
          />
          <PeriodPresets
            period={applied}
            typed={input}
            onChoose={(period) => void apply({ ...input, ...period })}
          />
          <NativeSelect
            aria-label="Forma"
            flex="1 1 9rem"
            data={methods}
            value={input.method}
            onChange={(event) => change({ method: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label="Situação"
            flex="1 1 9rem"
            data={SITUATIONS}
            value={input.only}
            onChange={(event) => change({ only: event.currentTarget.value as SalesFilter['only'] })}
          />
        </Group>
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
    </FilterFold>
  );
}
