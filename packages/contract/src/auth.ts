import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { MAX_LENGTH } from './fields/text-lengths.ts';
import { closed, Id, Instant, Message, orNull, Reais } from './fields/values.ts';

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
  }),
});
export type Session = Static<typeof Session>;

const Password = Type.String({ maxLength: MAX_LENGTH.password });

/** What a seller needs an administrator's consent for. */
export const ApprovedAction = Type.Enum([
  'refund',
  'exchange',
  'payments',
  'withdrawal',
  'difference',
]);
export type ApprovedAction = Static<typeof ApprovedAction>;

/** A token of approve, sent with the one action that it is for. Administrators send none. */
export const ApprovalToken = Type.Optional(Type.String({ pattern: '^[\\w-]{1,200}$' }));

export const Approval = Type.Object({
  approval: Type.String(),
  approved_by: Type.String({ description: 'Nome do administrador' }),
  expires_at: Instant,
});
export type Approval = Static<typeof Approval>;

export const authEndpoints = {
  login: {
    summary: 'Entrar',
    body: closed({ username: Type.String({ maxLength: MAX_LENGTH.login }), password: Password }),
    answer: Session,
    refusals: ['wrong_credentials', 'too_many_attempts'],
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
  approve: {
    summary:
      'Um administrador autoriza, no PDV de um vendedor, uma única ação: vale dois minutos e uma vez',
    body: closed({
      username: Type.String({ maxLength: MAX_LENGTH.login }),
      password: Type.String({ maxLength: MAX_LENGTH.password }),
      action: ApprovedAction,
      subject: Type.Integer({
        ...Id,
        description: 'A venda, ou o caixa da sangria ou da diferença',
      }),
      amount: Type.Number({
        ...Reais,
        description:
          'Quanto vale o que volta (`total`), ou a sangria; 0 na correção e na diferença',
      }),
    }),
    status: 201,
    answer: Approval,
    refusals: ['wrong_credentials', 'not_administrator', 'too_many_attempts'],
  },
} as const satisfies Record<string, Endpoint>;
