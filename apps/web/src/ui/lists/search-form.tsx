import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import classes from './list-page.module.css';
import { MAX_SEARCH_LENGTH } from './list-search.ts';

type Props = { label: string; searched: string; onSearch: (text: string) => void };

export function SearchForm({ label, searched, onSearch }: Props) {
  const [typed, setTyped] = useState(searched);
  const [before, setBefore] = useState(searched);
  // The address changed by itself (back, a link): the field follows.
  if (before !== searched) {
    setBefore(searched);
    setTyped(searched);
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(typed);
  };

  return (
    <search aria-label={label} className={classes.searchPlace}>
      <form className={classes.search} onSubmit={submit}>
        <TextInput
          aria-label={label}
          placeholder={label}
          className={classes.searchField}
          autoComplete="off"
          maxLength={MAX_SEARCH_LENGTH}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightSection={
            (typed || searched) && (
              <CloseButton
                aria-label="Limpar busca"
                onClick={() => {
                  setTyped('');
                  onSearch('');
                }}
              />
            )
          }
        />
        <Button type="submit" variant="default" leftSection={<IconSearch size={16} aria-hidden />}>
          Buscar
        </Button>
      </form>
    </search>
  );
}
