import { PERSON_KINDS, type PersonKind } from '@balcao/contract/fields/person-kinds.ts';
import type { Client, Student } from '@balcao/contract/people/lookups.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { shownRow } from '../../api/shown-row.ts';

/** The key of every query about clients' and students' records. */
export const PEOPLE_KEY = ['people'] as const;

export type Kind = PersonKind;

export const othersOf = (kind: Kind): Kind => (kind === 'client' ? 'student' : 'client');

type Slice = { page: number; page_size: number };
type Period = { startDate: string; endDate: string };
type Fields = { number: string; name: string; class?: string };
/** What the server looks for; a CPF among it stands in no address. */
type Filter = { search: string; class?: string; by_child?: boolean; alike?: boolean };

/** The calls of the counter name a number by its kind. */
const numbered = (kind: Kind, number: string) =>
  kind === 'client' ? { cpf: number } : { registration: number };

type Found = (Client | Student) & { own_sale?: true };
const personOf = ({ id, name, own_sale: ownSale, ...number }: Found) => ({
  id,
  name,
  digits: 'cpf' in number ? number.cpf : number.registration,
  ...(ownSale && { ownSale }),
});

function callsFor(kind: Kind) {
  const { One, Many, companions } = PERSON_KINDS[kind];
  return {
    /** Returns the person with exactly this number. */
    find: async (search: string, signal: AbortSignal) => {
      const { results } = await call(`find${Many}`, { query: { search }, signal });
      return results[0] && personOf(results[0]);
    },
    /** A retry is safe: a known number returns the existing person. */
    create: ({ number, name }: Fields, signal: AbortSignal) =>
      call(`create${One}`, { body: { ...numbered(kind, number), name }, signal }),
    /** Corrects the name for sales to come. */
    rename: (id: number, { number, name }: Fields) =>
      call(`edit${One}`, { params: { id }, body: { ...numbered(kind, number), name } }),
    /** Returns the people of the other kind in the newest sales of the one with this number. */
    companions: async (number: string, signal: AbortSignal) => {
      const found: Found[] = await call(companions, {
        body: numbered(kind, number),
        signal,
      });
      return found.map(personOf);
    },

    list: ({ page, page_size, class: ofClass, ...body }: Slice & Filter, signal?: AbortSignal) =>
      call(`list${Many}`, {
        query: { page, page_size },
        body: { ...body, ...(ofClass && { class: ofClass }) },
        ...(signal && { signal }),
      }),
    read: (id: number, signal: AbortSignal) => call(`read${One}`, { params: { id }, signal }),
    correct: (id: number, body: Fields, shown: Fields) =>
      call(`correct${One}`, { params: { id }, headers: shownRow(shown), body }),
    merge: (id: number, merged: number) =>
      call(`merge${Many}`, { params: { id }, body: { merged } }),
    link: (id: number, other: number) =>
      call('createLink', {
        body: kind === 'client' ? { client: id, student: other } : { client: other, student: id },
      }),
    purchases: (id: number, query: Slice, signal: AbortSignal) =>
      call(`read${One}Purchases`, { params: { id }, query, signal }),
    statement: (id: number, query: Period, signal: AbortSignal) =>
      call(`read${One}Statement`, { params: { id }, query, signal }),
    export: (id: number, name: string) => call(`export${One}`, { params: { id }, body: { name } }),
    anonymise: (id: number, name: string) =>
      call(`anonymise${One}`, { params: { id }, body: { name } }),
  };
}

export const callsOf = { client: callsFor('client'), student: callsFor('student') };

/** The classes of the students, with how many each has. */
export const classesQuery = queryOptions({
  queryKey: [...PEOPLE_KEY, 'classes'],
  queryFn: ({ signal }) => call('listClasses', { signal }),
  meta: { failure: 'The classes could not be loaded' },
});

/** In the order of the ids, at most MOST_STATEMENTS. */
export const readStudentStatements = (ids: number[], period: Period, signal: AbortSignal) =>
  call('readStudentStatements', { body: { ids, ...period }, signal });

/** For a client and a student whom sales of this seller of today alone link. */
export const unlinkOwnSale = (client: number, student: number) =>
  call('unlinkOwnSale', { body: { client, student } });

export const deleteLink = (id: number) => call('deleteLink', { params: { id } });
