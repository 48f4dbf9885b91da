import { auditKinds } from '@balcao/domain/audit/actions.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { MAX_SEARCH_LENGTH } from './fields/list-limits.ts';
import { pageOf, pageQuery } from './fields/page.ts';
import { AnyKey, closed, Day, Id, Instant, orNull, SearchText } from './fields/values.ts';

/** The fields of the changed row, as in the call that changed it. Never a CPF, password or token. */
const Fields = orNull(Type.Record(AnyKey, Type.Unknown()));

/** By what the list of such things finds it, or its number where it has a page of its own. */
const Key = orNull(Type.String({ description: 'Por onde se acha hoje; null se não existe mais' }));

export const AuditEntry = Type.Object({
  id: Type.Integer(),
  at: Instant,
  actor_id: orNull(Id),
  actor_name: orNull(Type.String({ description: 'Como se chamava então' })),
  action: Type.String({ description: 'Um dos tipos do filtro kind' }),
  subject_id: orNull(Type.Integer()),
  person: orNull(
    Type.String({ description: 'O usuário de quem se trata: dono do caixa, da senha, da venda' }),
  ),
  before: Fields,
  after: Fields,
  actor_key: Key,
  subject_key: Key,
});
export type AuditEntry = Static<typeof AuditEntry>;

/** Names are looked for as in the lists of products, people and users. Only a short number may stand in an address. */
export const AuditAbout = Type.String({
  maxLength: MAX_SEARCH_LENGTH,
  pattern: '^[^0-9\\u0000]*(?:[0-9][^0-9\\u0000]*){0,6}$',
  description:
    'De que se trata: o número de uma venda, o código ou o nome de um produto, o nome de uma pessoa; ou como a lista escreve: Venda nº 12, Cliente nº 3',
});

const { page, page_size } = pageQuery;

export const auditEndpoints = {
  listAudit: {
    summary: 'Auditoria: quem fez o quê e quando, do mais novo ao mais antigo',
    query: closed({
      page,
      page_size,
      /** The actor: a user's id, or a part of their name or login. */
      user: Type.Optional(SearchText),
      kind: Type.Optional(Type.Enum([...auditKinds])),
      about: Type.Optional(AuditAbout),
      sale: Type.Optional(
        Type.String({
          pattern: '^[1-9][0-9]{0,8}$',
          description: 'Só o que se fez com esta venda',
        }),
      ),
      startDate: Type.Optional(Day),
      endDate: Type.Optional(Day),
    }),
    answer: pageOf(AuditEntry),
    refusals: ['invalid_day'],
  },
} as const satisfies Record<string, Endpoint>;
