import type { Person } from '@balcao/contract/people/people.ts';
import { Button, Group, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { takeFocus } from '../../../ui/fields/focus.ts';
import { callsOf, type Kind, PEOPLE_KEY } from '../people.queries.ts';
import { shownName, shownNumber, wordsOf } from '../people-words.ts';
import classes from './person-part.module.css';

type Props = {
  kind: Kind;
  label: string;
  /** The text that was typed before, for example a number that is taken. */
  initial?: string;
  /** The person who is left out. */
  without?: number;
  onPick: (person: Person) => void;
};

const MOST = 8;

/** Finds a person by name or number; a click chooses. */
export function PersonPicker({ kind, label, initial = '', without, onPick }: Props) {
  const [typed, setTyped] = useState(initial);
  const [search, setSearch] = useState(initial);
  const { data, isFetching } = useQuery({
    queryKey: [...PEOPLE_KEY, kind, 'picker', search],
    queryFn: ({ signal }) => callsOf[kind].list({ search, page: 1, page_size: MOST + 1 }, signal),
    enabled: search.trim() !== '',
    gcTime: 0,
    meta: { failure: 'The people could not be searched' },
  });
  const found = data?.results
    .filter(({ id, anonymised }) => id !== without && !anonymised)
    .slice(0, MOST);
  const find = () => setSearch(typed);
  return (
    <Stack gap={8}>
      <Group gap={8} align="end" wrap="nowrap">
        <TextInput
          flex={1}
          label={label}
          description={wordsOf[kind].hint}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            find();
          }}
          ref={takeFocus}
          data-autofocus
        />
        <Button variant="default" onClick={find} loading={isFetching}>
          Buscar
        </Button>
      </Group>
      <div role="status" aria-label="Encontrados">
        {found?.length === 0 && <Text c="dimmed">Ninguém encontrado.</Text>}
        {found?.map((person) => (
          <UnstyledButton key={person.id} className={classes.choice} onClick={() => onPick(person)}>
            <span>{shownName(person)}</span>
            <span>{shownNumber(kind, person.number)}</span>
          </UnstyledButton>
        ))}
      </div>
    </Stack>
  );
}
