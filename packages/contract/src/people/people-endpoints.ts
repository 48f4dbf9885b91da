import { type TSchema, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { MOST_SALES, MOST_STATEMENTS } from '../fields/list-limits.ts';
import { listedPeople } from '../fields/listed-people.ts';
import { pageOf, pageQuery, salesPageQuery } from '../fields/page.ts';
import { ShownRow } from '../fields/shown-row.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  CpfDigits,
  closed,
  Day,
  Id,
  IdParams,
  Message,
  name,
  optionalName,
  RegistrationDigits,
  SearchText,
} from '../fields/values.ts';
import { Link, Person, PersonDetails, Purchases, Statement, UndoneMerge } from './people.ts';
import { NameAndNumber, PersonalData } from './personal-data.ts';

/** The name as consent; the number of a student without a name. */
const Consent = closed({ name: name(MAX_LENGTH.personName) });

const ofOneClass = { class: Type.Optional(optionalName(MAX_LENGTH.class)) };

/** The calls of one kind of people, in the order of `names`. */
function personEndpoints(
  noun: string,
  fields: { number: TSchema; name: TSchema; class?: TSchema },
  filter: Partial<typeof ofOneClass> = {},
) {
  return {
    list: {
      summary: `${noun}: procurar por nome ou número; a busca vai no corpo, porque pode ser um CPF`,
      query: closed({ page: pageQuery.page, page_size: pageQuery.page_size }),
      body: closed({
        search: Type.Optional(SearchText),
        ...listedPeople,
        ...(filter as typeof ofOneClass),
      }),
      answer: pageOf(Person),
      refusals: ['unfit_text'],
    },
    read: {
      summary: `${noun}: um cadastro, com as pessoas ligadas`,
      params: IdParams,
      answer: PersonDetails,
      refusals: ['not_found'],
    },
    correct: {
      summary: `${noun}: corrigir nome e número; vendas anteriores guardam os que tinham`,
      params: IdParams,
      headers: ShownRow,
      body: closed(
        fields as {
          number: typeof CpfDigits;
          name: ReturnType<typeof name>;
        } & typeof ofOneClass,
      ),
      answer: Type.Object({ ...NameAndNumber.properties, class: Type.String() }),
      refusals: ['not_found', 'changed_meanwhile', 'number_taken', 'unfit_text'],
    },
    merge: {
      summary: `${noun}: unir outro cadastro da mesma pessoa a este, com as vendas dele`,
      params: IdParams,
      body: closed({ merged: Id }),
      answer: PersonDetails,
      refusals: ['not_found', 'same_person', 'unknown_person'],
    },
    purchases: {
      summary: `${noun}: as vendas de um cadastro, a mais nova primeiro, e o que somam`,
      params: IdParams,
      query: closed({ page: pageQuery.page, page_size: salesPageQuery.page_size }),
      answer: Purchases,
      refusals: ['not_found'],
    },
    statement: {
      summary: `${noun}: vendas e correções de um período, no máximo ${MOST_SALES}`,
      params: IdParams,
      query: closed({ startDate: Day, endDate: Day }),
      answer: Statement,
      refusals: ['not_found', 'invalid_day', 'statement_too_long'],
    },
    export: {
      summary: `${noun}: todos os dados de uma pessoa (LGPD)`,
      params: IdParams,
      body: Consent,
      answer: PersonalData,
      refusals: ['not_found', 'name_differs', 'unfit_text'],
    },
    anonymise: {
      summary: `${noun}: trocar nome e número por um pseudônimo, também nas vendas (LGPD)`,
      params: IdParams,
      body: Consent,
      answer: Message,
      refusals: ['not_found', 'name_differs', 'unfit_text'],
    },
  } as const satisfies Record<string, Endpoint>;
}

const ofClients = personEndpoints('Clientes', {
  number: CpfDigits,
  name: name(MAX_LENGTH.personName),
});
const ofStudents = personEndpoints(
  'Alunos',
  {
    number: RegistrationDigits,
    name: optionalName(MAX_LENGTH.personName),
    ...ofOneClass,
  },
  ofOneClass,
);

export const peopleEndpoints = {
  listClients: ofClients.list,
  readClient: ofClients.read,
  correctClient: ofClients.correct,
  mergeClients: ofClients.merge,
  readClientPurchases: ofClients.purchases,
  readClientStatement: ofClients.statement,
  exportClient: ofClients.export,
  anonymiseClient: ofClients.anonymise,

  listStudents: ofStudents.list,
  readStudent: ofStudents.read,
  correctStudent: ofStudents.correct,
  mergeStudents: ofStudents.merge,
  readStudentPurchases: ofStudents.purchases,
  readStudentStatement: ofStudents.statement,
  readStudentStatements: {
    summary: `Os extratos de um período de até ${MOST_STATEMENTS} alunos, na ordem dos ids`,
    body: closed({
      ids: Type.Array(Id, { minItems: 1, maxItems: MOST_STATEMENTS }),
      startDate: Day,
      endDate: Day,
    }),
    answer: Type.Array(Statement),
    refusals: ['not_found', 'invalid_day', 'statement_too_long'],
  },
  exportStudent: ofStudents.export,
  anonymiseStudent: ofStudents.anonymise,

  listClasses: {
    summary: 'As turmas que têm alunos, e quantos',
    answer: Type.Array(Type.Object({ class: Type.String(), students: Type.Integer() })),
  },

  undoMerge: {
    summary: 'Separar dois cadastros unidos, até 24 horas depois, com as vendas de cada um',
    params: IdParams,
    answer: UndoneMerge,
    refusals: ['not_found', 'undo_ended', 'number_taken', 'merge_stays', 'nothing_to_undo'],
  },
  createLink: {
    summary: 'Ligar um cliente e um aluno; já ligados, responde a ligação que há',
    body: closed({ client: Id, student: Id }),
    status: 201,
    answer: Link,
    refusals: ['unknown_client', 'unknown_student'],
  },
  deleteLink: {
    summary: 'Desligar um cliente e um aluno',
    params: IdParams,
    answer: Message,
    refusals: ['not_found'],
  },
} as const satisfies Record<string, Endpoint>;
