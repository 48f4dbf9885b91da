import { foldText, holdsWords, searchWords } from '@balcao/domain/search-text.ts';
import { Anchor, Input, MultiSelect, type OptionsFilter } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef } from 'react';
import { widerField } from '../../ui/lists/filter-form.tsx';
import { productChoicesQuery } from './sales.queries.ts';

type Props = { value: number[]; onChange: (value: number[]) => void };

/** Nobody reads more options; typing finds the others. */
const MAX_SHOWN = 60;

/** Finds sales with at least one of the products. */
export function ProductsFilter({ value, onChange }: Props) {
  const { data, error, refetch } = useQuery(productChoicesQuery);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);

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
    // A label here would name Mantine's list like the field, which is the one thing of that name.
    <Input.Wrapper
      id={id}
      label="Produtos"
      labelProps={{ id: `${id}-label` }}
      className={widerField}
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
    >
      <MultiSelect<number>
        ref={field}
        id={id}
        aria-labelledby={`${id}-label`}
        // The name of the list alone.
        aria-label="Opções"
        aria-describedby={error ? `${id}-error` : undefined}
        error={Boolean(error)}
        data={options}
        value={value}
        onChange={onChange}
        searchable
        clearable
        hidePickedOptions
        // The word stays for the next size of the same product; typing replaces it.
        clearSearchOnChange={false}
        onOptionSubmit={() => field.current?.select()}
        limit={MAX_SHOWN}
        filter={byWords}
        nothingFoundMessage="Nada encontrado"
        clearButtonProps={{ 'aria-label': 'Limpar a escolha' }}
        placeholder={value.length === 0 ? 'Todos' : ''}
      />
    </Input.Wrapper>
  );
}

const byWords: OptionsFilter<number> = ({ options, search, limit }) => {
  const words = searchWords(search);
  return options
    .filter((option) => 'value' in option && holdsWords(foldText(option.label), words))
    .slice(0, limit);
};
