import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { PageQuery, pageOf } from './page.ts';
import { MAX_LENGTH } from './text-lengths.ts';
import { CpfDigits, closed, Id, name } from './values.ts';

export const Client = Type.Object({ id: Id, cpf: Type.String(), name: Type.String() });
export type Client = Static<typeof Client>;

export const clientEndpoints = {
  findClients: {
    summary: 'Clientes cujo CPF é exatamente o procurado; sem busca, nenhum',
    query: PageQuery,
    answer: pageOf(Client),
  },
  createClient: {
    summary: 'Cadastrar cliente; um CPF que já existe responde o cliente existente',
    body: closed({ cpf: CpfDigits, name: name(MAX_LENGTH.personName) }),
    status: 201,
    answer: Client,
    refusals: ['unfit_text'],
  },
} as const satisfies Record<string, Endpoint>;
