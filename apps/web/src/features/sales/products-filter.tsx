import { foldText, holdsWords, searchWords } from '@balcao/domain/fold.ts';
import { Anchor, MultiSelect, type OptionsFilter } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { productChoicesQuery } from './sales.queries.ts';

type Props = {
  className: string | undefined;
  value: number[];
  onChange: (value: number[]) => void;
};

/** More options than anybody reads; typing finds the others. */
const SHOWN = 60;

/** Picks the products that a sale must hold one of. */
export function ProductsFilter({ className, value, onChange }: Props) {
  const { data, error, refetch } = useQuery(productChoicesQuery);

  useEffect(() => {
    if (error) console.error('The products to filter by could not be loaded', error);
  }, [error]);

  const options = useMemo(() => {
    const known = (data?.results ?? []).map(({ id, code, name, active }) => ({
      value: id,
      label: `${code} · ${name}${active ? '' : ' (inativo)'}`,
    }));
    const ids = new Set(known.map((option) => option.value));
    // From a link, of a product that was deleted meanwhile: it filters, so it must be seen to.
    const others = value.filter((id) => !ids.has(id));
    return [...known, ...others.map((id) => ({ value: id, label: `Produto ${id}` }))];
  }, [data, value]);

  return (
    <MultiSelect<number>
      label="Produtos"
      className={className}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      clearable
      hidePickedOptions
      limit={SHOWN}
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
