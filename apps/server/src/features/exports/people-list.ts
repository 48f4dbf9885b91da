import type { Person } from '@balcao/contract/people/people.ts';
import { formatCpf } from '@balcao/domain/cpf.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { listPeople } from '../people/people.service.ts';
import type { ExportedList } from './exported-list.ts';
import { type Column, day, tableOf, text } from './file/table.ts';
import { readList } from './read-list.ts';

const columns = (
  numberTitle: string,
  shown: (number: string) => string,
  own: Column<Person>[] = [],
): Column<Person>[] => [
  text('Nome', ({ name }) => name),
  text(numberTitle, ({ number }) => shown(number)),
  ...own,
  day('Cadastrado em', ({ created_at }) => businessDayOf(new Date(created_at))),
  text('Unidos a este', ({ merged, anonymised }) =>
    anonymised ? null : merged.map(({ name, number }) => `${name} ${shown(number)}`).join('; '),
  ),
];

const CLASS: Column<Person> = text('Turma', (person) => person.class);

const listOf = (
  kind: 'client' | 'student',
  title: string,
  own: Column<Person>[],
): ExportedList => ({
  title,
  filters: ['search', 'alike', kind === 'student' ? 'class' : 'by_child'],
  personal: ['search'],
  open: async (db, { search = '', class: ofClass, by_child = false, alike = false }) => {
    const read = (query: object) =>
      listPeople(db, kind, {
        query,
        body: { search, by_child, alike, ...(ofClass && { class: ofClass }) },
      });
    return tableOf(own, await readList(read, { pageSize: 1_000 }));
  },
});

export const clientsList = listOf('client', 'Clientes', columns('CPF', formatCpf));
export const studentsList = listOf('student', 'Alunos', columns('Matrícula', String, [CLASS]));
