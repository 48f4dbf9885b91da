import { formatMoment, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../request/refusal.ts';
import { inClosedMonth } from './closed.ts';
import type { Db } from './connection.ts';
import { oneOf, rowOf } from './rows.ts';

/** The time for waits and deadlines. It is the database's, so that several servers share one clock. */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`now()`;

/** SQL of the day in the shop, by the clock that dates what is recorded. */
export const TODAY = `(now() AT TIME ZONE '${SHOP_TIME_ZONE}')::date`;

/**
 * SQL: the newest sale, if it is dated after the database's clock and no administrator has said that the clock is
 * right. A clock that drifts is put right by minutes, for which no sale should wait. Newest by its number: after the
 * first sale by a confirmed clock, those of the clock before do not count any more. A kept sale says nothing of the
 * clock. Asked in this form, PostgreSQL looks from the newest on until it finds another one.
 */
export const SALE_AHEAD = `
  SELECT id, created_at FROM (
    SELECT id, created_at FROM sales
    WHERE deleted_at IS NULL AND (SELECT count(*) = 0 FROM kept_sales WHERE sale_id = sales.id)
    ORDER BY id DESC LIMIT 1) AS newest
  WHERE created_at > now() + interval '5 minutes' AND NOT EXISTS (
    SELECT FROM audit_events
    WHERE subject_id = newest.id AND action = 'clock.confirmed' AND at <= now() + interval '5 minutes')`;

/** SQL of the rule that is broken by what would be sold now. */
export const BROKEN_CLOCK_RULE = `
  CASE WHEN ${inClosedMonth(TODAY)} THEN 'clock_in_closed_month'
    WHEN EXISTS (${SALE_AHEAD}) THEN 'clock_behind' END`;

/** The database's time, and the newest sale if its time is later. */
export async function clockRow(
  db: Db,
): Promise<{ now: Date; sale: number | null; sold_at: Date | null }> {
  return oneOf<{ now: Date; sale: number | null; sold_at: Date | null }>(db)`
    SELECT now() AS now, ahead.id AS sale, ahead.created_at AS sold_at
    FROM (VALUES (1)) AS one LEFT JOIN (${sql.raw(SALE_AHEAD)}) AS ahead ON true`;
}

/** What is recorded now would be of a closed month: the clock is wrong. Throws clock_in_closed_month. */
export async function refuseClosedMonthNow(db: Db): Promise<void> {
  const row = await rowOf<{ now: Date }>(db)`
    SELECT now() AS now WHERE ${sql.raw(inClosedMonth(TODAY))}`;
  if (!row) return;
  const detail = `O relógio do servidor está em um mês fechado: diz ${formatMoment(row.now)}. Um administrador precisa acertar a data e a hora do servidor ou, se estão certas, reabrir o mês.`;
  throw new Refusal('clock_in_closed_month', { detail });
}
