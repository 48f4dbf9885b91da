import { type Static, Type } from 'typebox';
import { cashBoxEndpoints } from '../cash-boxes/cash-boxes.ts';
import type { Endpoint } from '../endpoint-types.ts';
import { MAX_LENGTH } from '../fields/text-lengths.ts';
import { closed, Id, Instant } from '../fields/values.ts';
import { NewExchange, NewPayments, NewRefund } from '../sales/corrections.ts';
import { clockEndpoints } from '../shop/clock.ts';
import { Code } from './second-factor.ts';

/**
 * The actions for which a seller needs an administrator's consent, and an administrator in a closed month. Deleting a
 * sale and reopening a month are an administrator's alone.
 */
export const ApprovedAction = Type.Enum([
  'refund',
  'exchange',
  'payments',
  'withdrawal',
  'difference',
  'deletion',
  'reopening',
  'clock',
]);
export type ApprovedAction = Static<typeof ApprovedAction>;

/** The body of the action. A token in it counts for nothing. */
const ApprovedBody = Type.Union(
  [
    NewRefund,
    NewExchange,
    NewPayments,
    cashBoxEndpoints.moveCash.body,
    // Deleting a sale and reopening a month have a reason alone, too.
    cashBoxEndpoints.settleBox.body,
    clockEndpoints.confirmClock.body,
  ],
  { description: 'O corpo da ação, como vai ser enviado: a autorização não vale para outro' },
);
export type ApprovedBody = Static<typeof ApprovedBody>;

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
      code: Type.Optional(Code),
      action: ApprovedAction,
      subject: Type.Integer({
        ...Id,
        description:
          'A venda, o caixa da sangria ou da diferença, o fechamento do mês, ou a venda à frente do relógio',
      }),
      request: ApprovedBody,
    }),
    status: 201,
    answer: Approval,
    refusals: [
      'wrong_credentials',
      'code_required',
      'wrong_code',
      'not_administrator',
      'not_found',
      'too_many_attempts',
    ],
  },
} as const satisfies Record<string, Endpoint>;
