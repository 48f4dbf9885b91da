import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { PageQuery, pageOf } from '../fields/page.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import {
  CpfDigits,
  closed,
  Id,
  IdParams,
  Message,
  name,
  optionalName,
  RegistrationDigits,
} from '../fields/values.ts';

/** Clients and students as the counter finds and adds them. */

export const Client = Type.Object({ id: Id, cpf: Type.String(), name: Type.String() });
export type Client = Static<typeof Client>;

export const Student = Type.Object({ id: Id, registration: Type.String(), name: Type.String() });
export type Student = Static<typeof Student>;

const OfferedClient = Type.Object({
  ...Client.properties,
  cpf: Type.String({ description: 'Só o meio: •••.982.247-••' }),
});

const OfferedStudent = Type.Object({
  ...Student.properties,
  own_sale: Type.Optional(
    Type.Literal(true, { description: 'Só vendas próprias de hoje os ligam: pode ser desligado' }),
  ),
});

/** A person whose name was corrected. */
const Named = Type.Object({ id: Id, name: Type.String() });

const TypedClient = closed({ cpf: CpfDigits, name: name(MAX_LENGTH.personName) });
const TypedStudent = closed({
  registration: RegistrationDigits,
  name: optionalName(MAX_LENGTH.personName),
});

export const lookupEndpoints = {
  findClients: {
    summary: 'Clientes cujo CPF é exatamente o procurado; sem busca, nenhum',
    query: PageQuery,
    answer: pageOf(Client),
    refusals: ['too_many_people'],
  },
  createClient: {
    summary: 'Cadastrar cliente; um CPF que já existe responde o cliente existente',
    body: TypedClient,
    status: 201,
    answer: Client,
    refusals: ['unfit_text'],
  },
  editClient: {
    summary:
      'Corrigir o nome do cliente com este id e este CPF; vendas anteriores guardam o nome que tinham',
    params: IdParams,
    body: TypedClient,
    answer: Named,
    refusals: ['not_found', 'too_many_people', 'unfit_text'],
  },
  findStudentsOfClient: {
    summary: 'Alunos das vendas mais novas de um cliente, no máximo cinco; o CPF vai no corpo',
    body: closed({ cpf: CpfDigits }),
    answer: Type.Array(OfferedStudent),
    refusals: ['too_many_people'],
  },
  unlinkOwnSale: {
    summary: 'Desligar um cliente e um aluno que só vendas próprias de hoje ligam; as vendas ficam',
    body: closed({ client: Id, student: Id }),
    answer: Message,
    refusals: ['not_found'],
  },
  findClientsOfStudent: {
    summary: 'Clientes das vendas mais novas de um aluno, no máximo cinco, sem o CPF inteiro',
    body: closed({ registration: RegistrationDigits }),
    answer: Type.Array(OfferedClient),
    refusals: ['too_many_people'],
  },
  findStudents: {
    summary: 'Alunos cuja matrícula é exatamente a procurada; sem busca, nenhum',
    query: PageQuery,
    answer: pageOf(Student),
    refusals: ['too_many_people'],
  },
  createStudent: {
    summary: 'Cadastrar aluno; uma matrícula que já existe responde o aluno existente',
    body: TypedStudent,
    status: 201,
    answer: Student,
    refusals: ['too_many_people', 'unfit_text'],
  },
  editStudent: {
    summary:
      'Corrigir o nome do aluno com este id e esta matrícula; vendas anteriores guardam o nome que tinham',
    params: IdParams,
    body: TypedStudent,
    answer: Named,
    refusals: ['not_found', 'too_many_people', 'unfit_text'],
  },
} as const satisfies Record<string, Endpoint>;
