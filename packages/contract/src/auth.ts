import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { Id, Message } from './values.ts';

/**
 * The answer of login and refresh, and the record that the browser stores under the key `user`.
 * `access` is a bearer token that lives ACCESS_MINUTES; a cookie that scripts cannot read renews it.
 */
export const Session = Type.Object({
  access: Type.String(),
  user: Type.Object({
    id: Id,
    name: Type.String(),
    admin: Type.Boolean(),
    image: Type.Union([Type.String(), Type.Null()]),
    must_change_password: Type.Boolean(),
    /** A provisional password that has expired: every call but the change of it is refused. */
    password_expired: Type.Optional(Type.Boolean()),
  }),
});
export type Session = Static<typeof Session>;

export const ACCESS_MINUTES = 15;

const Password = Type.String({ maxLength: 200 });

export const authEndpoints = {
  login: {
    summary: 'Entrar',
    body: Type.Object(
      { username: Type.String({ maxLength: 200 }), password: Password },
      { additionalProperties: false },
    ),
    status: 200,
    answer: Session,
    refusals: ['wrong_credentials', 'too_many_attempts'],
  },
  refreshSession: {
    summary: 'Renovar o acesso pelo cookie da sessão',
    body: Type.Object(
      {
        /** Random, kept until the answer arrives: lets a lost answer be asked for again. */
        attempt: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
      },
      { additionalProperties: false },
    ),
    status: 200,
    answer: Session,
    refusals: ['not_signed_in', 'cross_site'],
  },
  logout: {
    summary: 'Sair: termina a sessão no servidor',
    status: 204,
    answer: Type.Null(),
    refusals: ['cross_site'],
  },
  changePassword: {
    summary: 'Alterar a própria senha',
    body: Type.Object(
      { old_password: Password, new_password: Password, confirm_new_password: Password },
      { additionalProperties: false },
    ),
    status: 200,
    answer: Message,
    refusals: ['wrong_password', 'passwords_differ', 'weak_password', 'too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;
