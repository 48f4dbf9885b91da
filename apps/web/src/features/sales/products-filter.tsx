import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { Anchor, MultiSelect, type OptionsFilter } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { widerField } from '../../ui/lists/filter-form.tsx';
import { productChoicesQuery } from './sales.queries.ts';

type Props = { value: number[]; onChange: (value: number[]) => void };

/** Nobody reads more options; typing finds the others. */
const MAX_SHOWN = 60;

/** Finds sales with at least one of the products. */
export function ProductsFilter({ value, onChange }: Props) {
  const { data, error, refetch } = useQuery(productChoicesQuery);

  const options = useMemo(() => {
    const known = (data?.results ?? []).map(({ id, code, name, active }) => ({
      value: id,
      label: `${code} · ${name}${active ? '' : ' (inativo)'}`,
    }));
    const ids = new Set(known.map((option) => option.value));
    // A link may name a deleted product, which filters too.
    const others = value.filter((id) => !ids.has(id));
    return [...known, ...others.map((id) => ({ value: id, label: `Produto ${id}` }))];
  }, [data, value]);

  return (
    <MultiSelect<number>
      label="Produtos"
      className={widerField}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      limit={MAX_SHOWN}
      filter={byWords}
      nothingFoundMessage="Nada encontrado"
      clearButtonProps={{ 'aria-label': 'Limpar produtos' }}
      placeholder={value.length === 0 ? 'Todos' : ''}
      error={
        error && (
          <>
            Os produtos não puderam ser carregados.{' '}
            <Anchor component="button" type="button" inherit onClick={() => void refetch()}>
              Tentar de novo
            </Anchor>
          </>
        )
      }
    />
  );
}

const byWords: OptionsFilter<number> = ({ options, search, limit }) => {
  const words = searchWords(search);
  return options
    .filter((option) => 'value' in option && holdsWords(foldText(option.label), words))
    .slice(0, limit);
};
