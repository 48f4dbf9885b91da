import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import type { Tx } from '../../database/connection.ts';
import { hasClosedMonth, shareMonth } from './closed-months.repository.ts';

export { lockMonth } from './closed-months.repository.ts';

/**
 * Whether the month of a day is closed. The answer stays true until the end of the transaction: a closing waits for
 * it, and so finds what the transaction changed. Ask before the transaction writes a sale, because a closing also
 * waits for those who do. It is read after the lock: one statement would not see what it has waited for.
 */
export async function isMonthClosed(tx: Tx, day: BusinessDay): Promise<boolean> {
  await shareMonth(tx, day);
  return hasClosedMonth(tx, day);
}
