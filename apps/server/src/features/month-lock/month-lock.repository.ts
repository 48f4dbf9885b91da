import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { sql } from 'kysely';
import { TODAY } from '../../database/clock.ts';
import { inClosedMonth } from '../../database/closed.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf, rowOf } from '../../database/rows.ts';

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

export async function hasClosedMonth(db: Db, day: BusinessDay): Promise<boolean> {
  const { closed } = await oneOf<{ closed: boolean }>(db)`
    SELECT ${sql.raw(inClosedMonth('day'))} AS closed FROM (VALUES (${day}::date)) AS asked (day)`;
  return closed;
}

/** The database's time, if its month is closed. */
export async function closedMomentNow(db: Db): Promise<Date | undefined> {
  const row = await rowOf<{ now: Date }>(db)`
    SELECT now() AS now WHERE ${sql.raw(inClosedMonth(TODAY))}`;
  return row?.now;
}
