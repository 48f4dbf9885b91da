import { auditActions } from '@balcao/domain/audit/actions.ts';
import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { pageOf, pageQuery } from './fields/page.ts';
import { AnyKey, closed, Day, Id, Instant, orNull, SearchText } from './fields/values.ts';

/** The fields of the changed row, as in the call that changed it. Never a CPF, password or token. */
const Fields = orNull(Type.Record(AnyKey, Type.Unknown()));

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
});
export type AuditEntry = Static<typeof AuditEntry>;

const { page, page_size } = pageQuery;

export const auditEndpoints = {
  listAudit: {
    summary: 'Auditoria: quem fez o quê e quando, do mais novo ao mais antigo',
    query: closed({
      page,
      page_size,
      /** The actor: a user's id, or a part of their name or login. */
      user: Type.Optional(SearchText),
      kind: Type.Optional(Type.Enum([...auditActions])),
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
