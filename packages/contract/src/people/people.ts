import { type Static, Type } from 'typebox';
import { MOST_SALES } from '../fields/list-limits.ts';
import { pageOf } from '../fields/page.ts';
import { Id, Instant, orNull } from '../fields/values.ts';
import { Correction } from '../sales/corrections.ts';
import { Sale } from '../sales/sales.ts';
import { NameAndNumber } from './personal-data.ts';

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

export const UndoneMerge = Type.Object({
  merged: Type.Integer({ ...Id, description: 'O cadastro que voltou' }),
  sales: Type.Integer({ description: 'As vendas que voltaram com ele' }),
  sales_since: Type.Integer({ description: 'As feitas desde a união ficam com o que ficou' }),
  links_lost: Type.Integer({ description: 'Ligações que mudaram depois e não voltam' }),
});
export type UndoneMerge = Static<typeof UndoneMerge>;

export const Link = Type.Object({ id: Id, client: Id, student: Id });
