import { call } from '../../api/call.ts';

/** The key of every query about clients' and students' records. */
export const PEOPLE_KEY = ['people'] as const;

type Slice = { page: number; page_size: number };
type Period = { startDate: string; endDate: string };
type Fields = { number: string; name: string };

export const deleteLink = (id: number) => call('deleteLink', { params: { id } });

const clients = {
  list: ({ search, ...query }: Slice & { search: string }, signal?: AbortSignal) =>
    call('listClients', { query, body: { search }, ...(signal && { signal }) }),
  read: (id: number, signal: AbortSignal) => call('readClient', { params: { id }, signal }),
  correct: (id: number, body: Fields) => call('correctClient', { params: { id }, body }),
  merge: (id: number, merged: number) => call('mergeClients', { params: { id }, body: { merged } }),
  link: (id: number, student: number) => call('createLink', { body: { client: id, student } }),
  statement: (id: number, query: Period, signal: AbortSignal) =>
    call('readClientStatement', { params: { id }, query, signal }),
  export: (id: number, name: string) => call('exportClient', { params: { id }, body: { name } }),
  anonymise: (id: number, name: string) =>
    call('anonymiseClient', { params: { id }, body: { name } }),
};

const students: typeof clients = {
  list: ({ search, ...query }, signal) =>
    call('listStudents', { query, body: { search }, ...(signal && { signal }) }),
  read: (id, signal) => call('readStudent', { params: { id }, signal }),
  correct: (id, body) => call('correctStudent', { params: { id }, body }),
  merge: (id, merged) => call('mergeStudents', { params: { id }, body: { merged } }),
  link: (id, client) => call('createLink', { body: { client, student: id } }),
  statement: (id, query, signal) => call('readStudentStatement', { params: { id }, query, signal }),
  export: (id, name) => call('exportStudent', { params: { id }, body: { name } }),
  anonymise: (id, name) => call('anonymiseStudent', { params: { id }, body: { name } }),
};

export type Kind = 'client' | 'student';

export const callsOf: Record<Kind, typeof clients> = { client: clients, student: students };

export const othersOf = (kind: Kind): Kind => (kind === 'client' ? 'student' : 'client');
