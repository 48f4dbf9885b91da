import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, Message, orNull } from '../fields/values.ts';
import { Code } from './second-factor.ts';

/** The response of login and refresh. An HttpOnly cookie renews `access`, which lives for minutes. */
export const Session = Type.Object({
  access: Type.String(),
  user: Type.Object({
    id: Id,
    name: Type.String(),
    admin: Type.Boolean(),
    image: orNull(Type.String()),
    must_change_password: Type.Boolean(),
    /** The provisional password has expired: of the calls for signed-in users only changePassword is left. */
    password_expired: Type.Optional(Type.Boolean()),
    /** An administrator has to set one up first: what is left are the calls for that. */
    second_factor_missing: Type.Optional(Type.Boolean()),
  }),
  /** Only in a shop whose settings cover unused screens. */
  idle_lock: Type.Optional(
    Type.Object({
      minutes: Type.Integer(),
      session: Type.String({ description: 'O mesmo até sair: cada entrada começa descoberta' }),
    }),
  ),
  /** Only in a shop whose counters go on without the server. */
  keeps_sales: Type.Optional(Type.Literal(true)),
});
export type Session = Static<typeof Session>;

const Password = Type.String({ maxLength: MAX_LENGTH.password });

export const authEndpoints = {
  login: {
    summary: 'Entrar',
    body: closed({
      username: Type.String({ maxLength: MAX_LENGTH.login }),
      password: Password,
      code: Type.Optional(Code),
    }),
    answer: Session,
    refusals: ['wrong_credentials', 'code_required', 'wrong_code', 'too_many_attempts'],
  },
  refreshSession: {
    summary: 'Renovar o acesso pelo cookie da sessão',
    body: closed({
      /** Random, and the same in every retry, so that a lost response can be requested again. */
      attempt: Type.Optional(Type.String({ pattern: '^[0-9a-f]{32}$' })),
    }),
    answer: Session,
    refusals: ['not_signed_in', 'cross_site'],
  },
  logout: {
    summary: 'Sair: termina a sessão no servidor',
    status: 204,
    answer: Type.Null(),
    refusals: ['cross_site'],
  },
  unlock: {
    summary: 'Conferir a própria senha, para descobrir a tela',
    body: closed({ password: Password }),
    status: 204,
    answer: Type.Null(),
    refusals: ['wrong_password', 'too_many_attempts'],
  },
  changePassword: {
    summary: 'Alterar a própria senha',
    body: closed({
      old_password: Password,
      new_password: Password,
      confirm_new_password: Password,
    }),
    answer: Message,
    refusals: ['wrong_password', 'passwords_differ', 'weak_password', 'too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;
