import type { cashBoxEndpoints, Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { approvalOfWithdrawal } from '@balcao/domain/box-count.ts';
import { type Cents, centsFromReais, MAX_CENTS, sumCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { onceByKey } from '../../database/once.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { takenApproval } from '../approvals/approvals.service.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { movedBy } from '../closings/closing-record.ts';
import { takingsOfBox } from '../closings/closings.service.ts';
import { shopSettings } from '../settings/settings.service.ts';
import { drawerCash, movementOf } from './box-record.ts';
import {
  type BoxRow,
  findMovement,
  insertMovement,
  lockBox,
  markShort,
} from './cash-boxes.repository.ts';

export type MoveCash = BodyOf<typeof cashBoxEndpoints.moveCash> & {
  actor: Pick<SignedIn, 'id' | 'name' | 'admin'>;
  idempotencyKey: string;
};

/** Puts cash into the actor's own box or takes some out, once for its key. Throws the refusals of the call. */
export async function moveCash(db: Db, request: MoveCash): Promise<Movement> {
  const { actor, idempotencyKey, ...body } = request;
  const { kind } = body;
  const amount = centsFromReais(request.amount);
  const { answer } = await onceByKey<Movement | undefined, BoxRow | undefined>(db, {
    table: 'cash_movements',
    key: idempotencyKey,
    asked: { by: actor.id, action: kind, subject: null, body },
    lock: (tx) => lockBox(tx, { sellerId: actor.id }),
    again: async (tx, id) => movementOf(await findMovement(tx, id)),
    make: async (tx, columns, box) => {
      await refuseClosedMonthNow(tx);
      if (!box || box.counted) throw new Refusal('box_not_open');
      if (box.left_open) throw new Refusal('box_left_open');
      if (kind === 'supply') refuseTooMuch(box, amount);
      const { approver, allowed } = await allow(tx, box, amount, request);
      const short = kind === 'withdrawal' && amount > drawerCash(box, await takingsOfBox(tx, box));
      if (short && allowed) {
        await markShort(tx, box.id);
        const after = { amount: request.amount };
        const action = 'box.withdrawal_refused';
        await recordAudit(tx, actor, action, { subjectId: box.id, after });
        return undefined;
      }
      const id = await insertMovement(tx, {
        ...columns,
        box_id: box.id,
        kind,
        amount_cents: amount,
        reason: tidyText(request.reason),
        made_by: actor.id,
        made_by_name: actor.name,
        approved_by: approver?.id ?? null,
        approved_by_name: approver?.name ?? null,
      });
      const movement = movementOf(await findMovement(tx, id));
      const { approved_by } = movement;
      await recordAudit(tx, actor, kind === 'supply' ? 'box.supplied' : 'box.withdrawn', {
        subjectId: box.id,
        after: {
          movement: id,
          amount: request.amount,
          ...(approved_by && { approved_by }),
          // For administrators: the seller does not see it.
          ...(short && { beyond_drawer: true }),
        },
      });
      return movement;
    },
  });
  if (!answer) throw new Refusal('drawer_short');
  return answer;
}

/** The bound is on what the seller knows: one on the expected cash would give that away. */
function refuseTooMuch({ float, movements }: BoxRow, amount: Cents): void {
  if (sumCents([float, movedBy('supply', movements), amount]) > MAX_CENTS) {
    throw new Refusal('amount_too_large', { field: 'body/amount' });
  }
}

/**
 * Who approved a withdrawal, and whether an administrator allows it. Only of those the drawer is looked into, and
 * they ask for their approval before: an answer about any other would tell a seller, sum by sum, what the drawer
 * should hold.
 */
async function allow(tx: Tx, box: BoxRow, amount: Cents, request: MoveCash) {
  const { actor, idempotencyKey: _key, ...body } = request;
  if (body.kind === 'supply') return { approver: null, allowed: false };
  const { withdrawal_limit_cents: limit } = await shopSettings(tx);
  const withdrawn = movedBy('withdrawal', box.movements);
  const needed = approvalOfWithdrawal({ short: box.short, withdrawn, amount, limit });
  if (!needed) return { approver: null, allowed: actor.admin };
  // A box that has not closed takes none of another day.
  const asked = { actor, action: 'withdrawal', subject: box.id, body, monthClosed: false } as const;
  return { approver: await takenApproval(tx, asked), allowed: true };
}
