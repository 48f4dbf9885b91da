import type { Person } from '@balcao/contract/people/people.ts';
import { formatDay } from '@balcao/domain/dates/business-day.ts';
import { Button, Text } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Toggle } from '../../../ui/fields/chips.tsx';
import type { DataColumn } from '../../../ui/lists/data-table.tsx';
import { ListPage } from '../../../ui/lists/list-page.tsx';
import { useList, useSearchText } from '../../../ui/lists/use-list.ts';
import { Modal } from '../../../ui/modal.tsx';
import { ExportButton } from '../../exports/export-button.tsx';
import { ImportButton } from '../../imports/import-button.tsx';
import { StatementForm } from '../dialog/statement-form.tsx';
import { callsOf, type Kind, PEOPLE_KEY } from '../people.queries.ts';
import { peopleFilter } from '../people-filter.ts';
import { pathsOf, shownName, shownNumber, wordsOf } from '../people-words.ts';
import { ClassFilter } from './class-filter.tsx';

export const ClientsPage = () => <PeoplePage key="client" kind="client" />;
export const StudentsPage = () => <PeoplePage key="student" kind="student" />;

const PEOPLE_EXPORTS = {
  client: [{ list: 'clients', label: 'Clientes' }],
  student: [{ list: 'students', label: 'Alunos' }],
} as const;

function PeoplePage({ kind }: { kind: Kind }) {
  const words = wordsOf[kind];
  const { address, search, show } = useSearchText(hasDigit);
  const { ofClass, alike, setFilter } = useFilter(kind);
  const navigate = useNavigate();
  const filter = { search, ...(kind === 'client' && { by_child: true }), ...(alike && { alike }) };
  const list = useList(
    words.title,
    [...PEOPLE_KEY, kind],
    { ...address.slice, ...filter, ...(ofClass && { class: ofClass }) },
    callsOf[kind].list,
  );
  const open = (id: number | string) =>
    navigate({ to: pathsOf[kind].one, params: { id: `${id}` } });
  // Links of before named the open record.
  const opened = peopleFilter.readBeside(useSearch({ strict: false })).person;
  if (opened) return <Navigate to={pathsOf[kind].one} params={{ id: `${opened}` }} replace />;
  return (
    <ListPage
      words={{
        ...words,
        help: 'clientes-e-alunos',
        ...(alike
          ? { empty: 'Nenhum parecido', first: 'Nenhum cadastro parece com outro.' }
          : { first: 'O PDV cadastra cada um com a primeira venda.' }),
      }}
      list={list}
      address={address}
      searched={search}
      onSearch={(text) => (text.trim() === search ? void list.refetch() : show(text))}
      beside={
        <>
          {kind === 'student' && <ImportButton what="roll" queryKey={PEOPLE_KEY} />}
          <ExportButton lists={PEOPLE_EXPORTS[kind]} filter={{ ...filter, class: ofClass }} />
        </>
      }
      hint={words.hint}
      tools={
        <>
          <Toggle on={alike} onClick={() => setFilter({ alike: !alike })}>
            Parecidos
          </Toggle>
          {kind === 'student' && (
            <ClassFilter value={ofClass} onChange={(chosen) => setFilter({ class: chosen })} />
          )}
          {kind === 'student' && ofClass && <ClassStatements ofClass={ofClass} />}
        </>
      }
      columns={columnsOf(kind)}
      onOpen={({ id }) => void open(id)}
    />
  );
}

/** In the address; clients have no class. */
function useFilter(kind: Kind) {
  const navigate = useNavigate();
  const { class: ofClass, alike } = peopleFilter.read(useSearch({ strict: false }));
  return {
    ofClass: kind === 'student' ? ofClass : '',
    alike,
    setFilter: (chosen: { class?: string; alike?: boolean }) =>
      void navigate({
        to: '.',
        search: ({ page: _, ...before }: Record<string, unknown>) =>
          peopleFilter.search({ ...before, ...chosen }),
        resetScroll: false,
      }),
  };
}

/** It may be a CPF or a matrícula. */
const hasDigit = (text: string) => /\d/.test(text);

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
          {person.children?.map((child) => (
            <Text key={child.id} component="span" display="block" size="xs" c="dimmed">
              aluno: {shownName(child)} · {child.number}
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

/** The statements of a class's students, on one paper. */
function ClassStatements({ ofClass }: { ofClass: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileText size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Extratos da turma
      </Button>
      {open && (
        <Modal opened onClose={close} title={`Extratos da turma ${ofClass}`} size="lg">
          <StatementForm of={{ kind: 'student', class: ofClass }} onCancel={close} />
        </Modal>
      )}
    </>
  );
}
