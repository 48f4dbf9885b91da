import { type Static, type TSchema, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { MOST_SALES } from '../fields/list-limits.ts';
import { listedPeople } from '../fields/listed-people.ts';
import { pageOf, pageQuery, salesPageQuery } from '../fields/page.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  CpfDigits,
  closed,
  Day,
  Id,
  IdParams,
  Instant,
  Message,
  name,
  optionalName,
  orNull,
  RegistrationDigits,
  SearchText,
} from '../fields/values.ts';
import { Correction } from '../sales/corrections.ts';
import { Sale } from '../sales/sales.ts';

/** Clients and students as administrators keep them. `number` is the CPF or the matrícula. */
const NameAndNumber = Type.Object({ id: Id, number: Type.String(), name: Type.String() });

export const Person = Type.Object({
  ...NameAndNumber.properties,
  number: Type.String({ description: 'CPF ou matrícula; vazio se anonimizado' }),
  class: Type.String({ description: 'Turma; vazia sem turma, e para clientes' }),
  created_at: Instant,
  anonymised: Type.Boolean(),
  merged: Type.Array(NameAndNumber, { description: 'Cadastros unidos a este' }),
  children: Type.Optional(
    Type.Array(NameAndNumber, { description: 'Os alunos por cujo nome um cliente foi achado' }),
  ),
});
export type Person = Static<typeof Person>;

export const PersonDetails = Type.Object({
  ...Person.properties,
  sales_count: Type.Integer({ description: `No máximo ${MOST_SALES}` }),
  companions: Type.Array(
    Type.Object({
      link: orNull(Type.Integer({ ...Id, description: 'null: só de vendas' })),
      person: NameAndNumber,
    }),
    { description: 'Os alunos de um cliente, os clientes de um aluno' },
  ),
  merges: Type.Array(Type.Object({ id: Id, merged: Id }), {
    description: 'As uniões que ainda dá para desfazer',
  }),
  alike: Type.Array(NameAndNumber, {
    description:
      'Quem pode ser a mesma pessoa: nome de mesmas palavras, em qualquer ordem ou grafia, e o número difere em um algarismo ou em dois trocados',
  }),
});
export type PersonDetails = Static<typeof PersonDetails>;

/** What a person bought, of all time. A page of the sales stands beside it. */
export const Purchases = Type.Object({
  ...pageOf(Sale).properties,
  bought: Type.Number(),
  returned: Type.Number({ description: 'O que voltou, como número positivo' }),
  net: Type.Number(),
  first_at: orNull(Instant),
  last_at: orNull(Instant),
});
export type Purchases = Static<typeof Purchases>;

export const Statement = Type.Object({
  person: Person,
  sales: Type.Array(Sale, { description: 'As do período, a mais antiga primeiro' }),
  corrections: Type.Array(Correction, { description: 'As feitas no período' }),
});
export type Statement = Static<typeof Statement>;

const UndoneMerge = Type.Object({
  merged: Type.Integer({ ...Id, description: 'O cadastro que voltou' }),
  sales: Type.Integer({ description: 'As vendas que voltaram com ele' }),
  sales_since: Type.Integer({ description: 'As feitas desde a união ficam com o que ficou' }),
  links_lost: Type.Integer({ description: 'Ligações que mudaram depois e não voltam' }),
});
export type UndoneMerge = Static<typeof UndoneMerge>;

const Link = Type.Object({ id: Id, client: Id, student: Id });

const at = Type.Object({ at: Instant, old_name: Type.String(), new_name: Type.String() });
const Stored = Type.Object({
  ...NameAndNumber.properties,
  class: Type.Optional(Type.String({ description: 'Turma de um aluno' })),
  created_at: Instant,
});
const ParkedOrder = Type.Object({
  id: Id,
  parked_at: Instant,
  seller_id: Id,
  client_cpf: Type.String(),
  client_name: Type.String(),
  student_registration: Type.String(),
  student_name: Type.String(),
  items: Type.Array(
    Type.Object({ product: Id, quantity: Type.Integer(), price_cents: Type.Integer() }),
  ),
});

/** Everything that is stored about one person. */
export const PersonalData = Type.Object({
  exported_at: Instant,
  person: Stored,
  merged: Type.Array(Stored),
  names: Type.Array(at, { description: 'Nomes corrigidos' }),
  sales: Type.Array(Type.Object({ ...Sale.properties, deleted_at: orNull(Instant) })),
  corrections: Type.Array(Correction),
  companions: Type.Array(Stored, {
    description: 'Das vendas: alunos, ou clientes; o número com asteriscos',
  }),
  linked: Type.Array(Stored, { description: 'Ligados por um administrador' }),
  parked_sales: Type.Array(ParkedOrder),
});
export type PersonalData = Static<typeof PersonalData>;

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
      body: closed(
        fields as {
          number: typeof CpfDigits;
          name: ReturnType<typeof name>;
        } & typeof ofOneClass,
      ),
      answer: Type.Object({ ...NameAndNumber.properties, class: Type.String() }),
      refusals: ['not_found', 'number_taken', 'unfit_text'],
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
