import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { PageQuery, pageOf } from '../fields/page.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { CpfDigits, closed, Id, IdParams, name, RegistrationDigits } from '../fields/values.ts';
import { Named, Student } from './students.ts';

export const Client = Type.Object({ id: Id, cpf: Type.String(), name: Type.String() });
export type Client = Static<typeof Client>;

/** A client who is offered for a student. */
const OfferedClient = Type.Object({
  id: Id,
  cpf: Type.String({ description: 'Só o meio: •••.982.247-••' }),
  name: Type.String(),
});

export const clientEndpoints = {
  findClients: {
    summary: 'Clientes cujo CPF é exatamente o procurado; sem busca, nenhum',
    query: PageQuery,
    answer: pageOf(Client),
    refusals: ['too_many_people'],
  },
  createClient: {
    summary: 'Cadastrar cliente; um CPF que já existe responde o cliente existente',
    body: closed({ cpf: CpfDigits, name: name(MAX_LENGTH.personName) }),
    status: 201,
    answer: Client,
    refusals: ['unfit_text'],
  },
  editClient: {
    summary:
      'Corrigir o nome do cliente com este id e este CPF; vendas anteriores guardam o nome que tinham',
    params: IdParams,
    body: closed({ cpf: CpfDigits, name: name(MAX_LENGTH.personName) }),
    answer: Named,
    refusals: ['not_found', 'too_many_people', 'unfit_text'],
  },
  findStudentsOfClient: {
    summary: 'Alunos das vendas mais novas de um cliente, no máximo cinco; o CPF vai no corpo',
    body: closed({ cpf: CpfDigits }),
    answer: Type.Array(Student),
    refusals: ['too_many_people'],
  },
  findClientsOfStudent: {
    summary: 'Clientes das vendas mais novas de um aluno, no máximo cinco, sem o CPF inteiro',
    body: closed({ registration: RegistrationDigits }),
    answer: Type.Array(OfferedClient),
    refusals: ['too_many_people'],
  },
} as const satisfies Record<string, Endpoint>;
