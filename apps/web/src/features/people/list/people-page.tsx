import type { Person } from '@balcao/contract/people/people.ts';
import { formatDay } from '@balcao/domain/dates/business-day.ts';
import { Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { ListPage } from '../../../ui/lists/list-page.tsx';
import { useList, useListAddress } from '../../../ui/lists/use-list.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { ImportButton } from '../../imports/import-button.tsx';
import { PersonDialog } from '../dialog/person-dialog.tsx';
import { callsOf, type Kind, PEOPLE_KEY } from '../people.queries.ts';
import { readClass, readOpenPerson, readPeopleSearch } from '../people-address.ts';
import { shownName, shownNumber, wordsOf } from '../people-words.ts';
import { ClassFilter } from './class-filter.tsx';

export const ClientsPage = () => <PeoplePage key="client" kind="client" />;
export const StudentsPage = () => <PeoplePage key="student" kind="student" />;

const EXPORTS = {
  client: [{ list: 'clients', label: 'Clientes' }],
  student: [{ list: 'students', label: 'Alunos' }],
} as const;

function PeoplePage({ kind }: { kind: Kind }) {
  const words = wordsOf[kind];
  const { address, search, show } = usePeopleSearch();
  const { ofClass, setClass } = useClass(kind);
  const list = useList(
    words.title,
    [...PEOPLE_KEY, kind],
    { ...address.slice, search, ...(ofClass && { class: ofClass }) },
    callsOf[kind].list,
  );
  const { opened, setOpened } = useOpenPerson();
  return (
    <>
      <ListPage
        words={{
          ...words,
          help: 'clientes-e-alunos',
          first: 'O PDV cadastra cada um com a primeira venda.',
        }}
        list={list}
        address={address}
        searched={search}
        onSearch={(text) => (text === search ? void list.refetch() : show(text))}
        beside={
          <>
            {kind === 'student' && <ImportButton what="roll" queryKey={PEOPLE_KEY} />}
            <ExportButton lists={EXPORTS[kind]} filter={{ search, class: ofClass }} />
          </>
        }
        hint={words.hint}
        {...(kind === 'student' && {
          tools: <ClassFilter value={ofClass} onChange={setClass} />,
        })}
        columns={columnsOf(kind)}
        onOpen={({ id }) => void setOpened(id)}
      />
      {opened !== undefined && (
        <PersonDialog
          kind={kind}
          id={opened}
          onOpen={setOpened}
          onClose={() => void setOpened(undefined)}
        />
      )}
    </>
  );
}

/** In the address, so that a link can open a record. */
function useOpenPerson() {
  const navigate = useNavigate();
  const opened = readOpenPerson(useSearch({ strict: false }));
  return {
    opened,
    setOpened: (person: number | undefined) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) =>
          readPeopleSearch({ ...before, person: person ?? '' }),
        // Going back closes a record, and does not open it again.
        replace: person === undefined || opened !== undefined,
        resetScroll: false,
      }),
  };
}

/** In the address; clients have none. */
function useClass(kind: Kind) {
  const navigate = useNavigate();
  const ofClass = readClass(useSearch({ strict: false }));
  return {
    ofClass: kind === 'student' ? ofClass : '',
    setClass: (chosen: string) =>
      void navigate({
        to: '.',
        search: ({ page: _, ...before }: Record<string, unknown>) =>
          readPeopleSearch({ ...before, class: chosen }),
        resetScroll: false,
      }),
  };
}

/**
 * Words of a name stay in the address. What has digits may be a CPF, which may stand in no address: it is
 * kept here, for the address without words.
 */
function usePeopleSearch() {
  const address = useListAddress();
  const [number, setNumber] = useState('');
  return {
    address,
    search: address.slice.search || number,
    show: (text: string) => {
      const isNumber = /\d/.test(text);
      if (isNumber || !text) setNumber(text);
      address.setSearch(isNumber ? '' : text);
    },
  };
}

function columnsOf(kind: Kind): readonly DataColumn<Person>[] {
  return [
    {
      header: wordsOf[kind].number,
      width: '11rem',
      cell: ({ number }) => shownNumber(kind, number),
    },
    {
      header: 'Nome',
      place: 'title',
      cell: (person) => (
        <>
          {shownName(person)}
          {!person.anonymised &&
            person.merged.map(({ id, name, number }) => (
              <Text key={id} component="span" display="block" size="xs" c="dimmed">
                unido: {shownName({ name })} · {shownNumber(kind, number)}
              </Text>
            ))}
        </>
      ),
    },
    ...(kind === 'student'
      ? [{ header: 'Turma', width: '9rem', cell: (student: Person) => student.class }]
      : []),
    {
      header: 'Desde',
      width: '8rem',
      cell: ({ created_at }) => formatDay(new Date(created_at)),
    },
  ];
}
