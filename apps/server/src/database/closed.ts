import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from './connection.ts';
import { oneOf } from './rows.ts';

/** SQL: whether the month of a day has a closing that was not reopened. */
export const inClosedMonth = (day: string) => `EXISTS (
  SELECT FROM month_closings m WHERE m.month = date_trunc('month', (${day})::timestamp)::date
    AND NOT EXISTS (SELECT FROM month_reopenings WHERE closing_id = m.id))`;

/** Which rows of `entries`, `money_lines` or `piece_moves` a closing has counted, also of what was deleted since. */
export const isOfClosing = (id: number): RawBuilder<SqlBool> => sql<SqlBool>`(
  day = (SELECT day FROM closings WHERE id = ${id}) AND CASE WHEN correction_id IS NULL
    THEN sale_id IN (SELECT sale_id FROM closing_sales WHERE closing_id = ${id})
    ELSE correction_id IN (SELECT correction_id FROM closing_corrections WHERE closing_id = ${id}) END)`;

/** Arbitrary numbers that nothing else locks, one a month: 20260022 and yyyymm. */
const lockOf = (day: string) =>
  sql`20260022000000 + extract(year FROM ${day}::date) * 100 + extract(month FROM ${day}::date)`;

/** Waits while the month is being closed or reopened; others who change something of it do not wait. */
export async function shareMonth(tx: Tx, day: BusinessDay): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared((${lockOf(day)})::bigint)`.execute(tx);
}

/** Waits until all who change something of the month are done, and keeps others from it. */
export async function lockMonth(tx: Tx, day: BusinessDay): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock((${lockOf(day)})::bigint)`.execute(tx);
}

async function hasClosedMonth(db: Db, day: BusinessDay): Promise<boolean> {
  const { closed } = await oneOf<{ closed: boolean }>(db)`
    SELECT ${sql.raw(inClosedMonth('day'))} AS closed FROM (VALUES (${day}::date)) AS asked (day)`;
  return closed;
}

/**
 * Whether the month of a day is closed. The answer stays true until the end of the transaction: a closing waits for
 * it, and so finds what the transaction changed. Ask before the transaction writes a sale, because a closing also
 * waits for those who do. It is read after the lock: one statement would not see what it has waited for.
 */
export async function isMonthClosed(tx: Tx, day: BusinessDay): Promise<boolean> {
  await shareMonth(tx, day);
  return hasClosedMonth(tx, day);
}
