import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { ApprovalToken, closed, Id, Instant, orNull } from '../fields/values.ts';

/** The database's clock, which dates everything. */
const Clock = Type.Object({
  now: Instant,
  ahead: orNull(
    Type.Object({ sale: Id, at: Instant }, { description: 'A venda mais nova, se é de depois' }),
  ),
});
export type Clock = Static<typeof Clock>;

export const clockEndpoints = {
  readClock: {
    summary: 'O relógio do servidor, e a venda mais nova se ele está atrás dela',
    answer: Clock,
  },
  confirmClock: {
    summary:
      'Dizer que o relógio está certo, embora a venda mais nova seja de depois: vende-se de novo',
    body: closed({ sale: Id, approval: ApprovalToken }),
    status: 204,
    answer: Type.Null(),
    refusals: ['approval_required', 'approval_ended'],
  },
} as const satisfies Record<string, Endpoint>;
