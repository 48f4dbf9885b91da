import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { closed, IdParams, Instant, orNull, Uuid } from '../fields/values.ts';

const OpenSession = Type.Object({
  /** The id of the session, not of its tokens: it opens nothing. */
  id: Uuid,
  device: Type.String({ description: 'O navegador e o sistema, como "Chrome no Windows"' }),
  address: Type.String(),
  since: Instant,
  seen: Instant,
  current: Type.Boolean({ description: 'A sessão que pergunta' }),
});

const Access = Type.Object({
  results: Type.Array(OpenSession),
  last_sign_in: orNull(Type.String({ ...Instant, description: 'A última entrada' })),
  second_factor: Type.Boolean(),
});
export type Access = Static<typeof Access>;

export const sessionEndpoints = {
  listSessions: {
    summary:
      'Onde um usuário está conectado, o uso mais novo primeiro; outros, só para administradores',
    params: IdParams,
    answer: Access,
    refusals: ['not_found', 'not_allowed'],
  },
  endSessions: {
    summary: 'Encerrar uma sessão de um usuário ou, sem dizer qual, todas menos a que pede',
    params: IdParams,
    body: closed({ session: Type.Optional(Uuid) }),
    status: 204,
    answer: Type.Null(),
    refusals: ['not_found', 'not_allowed'],
  },
} as const satisfies Record<string, Endpoint>;
