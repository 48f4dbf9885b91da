import { type Static, Type } from 'typebox';
import type { Endpoint } from './endpoint-types.ts';
import { MAX_LENGTH } from './fields/text-lengths.ts';
import { closed, Id, Instant, Reais } from './fields/values.ts';

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

export const approvalEndpoints = {
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
