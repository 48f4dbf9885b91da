import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type { Clock, clockEndpoints } from '@balcao/contract/shop/clock.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { clockRow, refuseClosedMonthNow } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { takenApproval } from '../approvals/approvals.service.ts';
import { recordAudit } from '../audit/audit.service.ts';

export async function readClock(db: Db): Promise<Clock> {
  const { now, sale, sold_at } = await clockRow(db);
  const ahead = sale !== null && sold_at ? { sale, at: sold_at.toISOString() } : null;
  return { now: now.toISOString(), ahead };
}

/** clock_behind, with both times. */
export async function clockBehind(db: Db): Promise<Refusal> {
  const { now, sold_at } = await clockRow(db);
  const detail =
    sold_at &&
    `O relógio do servidor está atrás da venda mais nova: diz ${formatMoment(now)}, e ela é de ${formatMoment(sold_at)}. Um administrador precisa acertar o relógio ou, se ele já está certo, confirmar isso no balcão, em uma venda.`;
  return new Refusal('clock_behind', { ...(detail && { detail }) });
}

/**
 * For what holds from its moment on, as a count does: sales of before it would be taken off it. Throws
 * clock_in_closed_month and clock_behind.
 */
export async function refuseWrongClock(db: Db): Promise<void> {
  await refuseClosedMonthNow(db);
  if ((await clockRow(db)).sale !== null) throw await clockBehind(db);
}

/**
 * An administrator says that the clock is right although this sale, the newest one, is later. Does nothing when
 * the clock is not behind it. Throws approval_required and approval_ended.
 */
export function confirmClock(
  db: Db,
  actor: SignedIn,
  body: BodyOf<typeof clockEndpoints.confirmClock>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { now, sale, sold_at } = await clockRow(tx);
    if (sale !== body.sale) return;
    const asked = { actor, action: 'clock', subject: sale, body, monthClosed: false } as const;
    const approver = await takenApproval(tx, asked);
    await recordAudit(tx, actor, 'clock.confirmed', {
      subjectId: sale,
      after: {
        clock: now,
        newest_sale_at: sold_at,
        ...(approver && { approved_by: approver.name }),
      },
    });
  });
}
