import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import { closedMomentNow, hasClosedMonth, shareMonth } from './month-lock.repository.ts';

export { lockMonth } from './month-lock.repository.ts';

/**
 * Whether the month of a day is closed. The answer stays true until the end of the transaction: a closing waits for
 * it, and so finds what the transaction changed. Ask before the transaction writes a sale, because a closing also
 * waits for those who do. It is read after the lock: one statement would not see what it has waited for.
 */
export async function isMonthClosed(tx: Tx, day: BusinessDay): Promise<boolean> {
  await shareMonth(tx, day);
  return hasClosedMonth(tx, day);
}

/** What is recorded now would be of a closed month: the clock is wrong. Throws clock_in_closed_month. */
export async function refuseClosedMonthNow(db: Db): Promise<void> {
  const now = await closedMomentNow(db);
  if (!now) return;
  const detail = `O relógio do servidor está em um mês fechado: diz ${formatMoment(now)}. Um administrador precisa acertar a data e a hora do servidor ou, se estão certas, reabrir o mês.`;
  throw new Refusal('clock_in_closed_month', { detail });
}
