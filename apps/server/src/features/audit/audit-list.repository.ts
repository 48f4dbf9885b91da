import type { AuditEntry } from '@balcao/contract/audit.ts';
import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { holdsWords, rowsAndCount, type Slice } from '../../database/listing.ts';

/** Everything is optional; days are whole and both included. */
export type AuditFilter = {
  /** An id, or a part of the name or login that the person has now. */
  user?: string;
  action?: string | undefined;
  from?: BusinessDay;
  to?: BusinessDay;
};

export type AuditRow = Omit<AuditEntry, 'at'> & { at: Date };

/**
 * One page of the rows, newest first, and how many there are in all: one statement, so that both are of
 * one moment. In the second half of the pages it reads from the oldest on; only ids are read on the way.
 */
export async function auditPage(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: Slice,
): Promise<{ rows: AuditRow[]; count: number }> {
  const condition = auditCondition(filter);
  const left = sql`(SELECT count FROM counted) - ${offset}::bigint`;
  const { rows } = await sql<AuditRow & { count: number }>`
    WITH counted AS MATERIALIZED (${countOf(filter)}),
    forwards AS (
      SELECT id FROM audit_events e
      WHERE ${condition} AND ${offset}::bigint <= (SELECT count / 2 FROM counted)
      ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}),
    backwards AS (
      SELECT id FROM audit_events e
      WHERE ${condition} AND ${offset}::bigint > (SELECT count / 2 FROM counted)
      ORDER BY at, id
      LIMIT greatest(0, least(${limit}::bigint, ${left}))
      OFFSET greatest(0, ${left} - ${limit}::bigint)),
    page AS (
      SELECT id, at, actor_id, actor_name, action, subject_id, before, after,
        (SELECT u.name FROM users u WHERE u.id::text = CASE
          WHEN action LIKE 'user.%' OR action LIKE 'password.%' OR action LIKE 'session.%'
            THEN subject_id::text
          ELSE coalesce(after ->> 'seller_id', before ->> 'seller_id') END) AS person
      FROM audit_events
      WHERE id IN (SELECT id FROM forwards UNION ALL SELECT id FROM backwards))
    SELECT counted.count, page.* FROM counted LEFT JOIN page ON true
    ORDER BY at DESC, id DESC`.execute(db);
  return rowsAndCount(rows);
}

/**
 * Nearly all rows are sales, and of these alone there is no index: they are all rows less the others,
 * both counted in an index. All rows together the seals have numbered already, but for
 * the newest: between two ids the planner knows that these are few.
 */
function countOf(filter: AuditFilter): RawBuilder<unknown> {
  const counting = (condition: RawBuilder<unknown>) =>
    sql`SELECT count(*) FROM audit_events e WHERE ${condition}`;
  if (filter.action !== undefined && filter.action !== COMMON) {
    return sql`SELECT (${counting(auditCondition(filter))}) AS count`;
  }
  const ofAnyKind = auditCondition({ ...filter, action: undefined });
  const isFiltered = filter.user !== undefined || filter.from || filter.to;
  const all = isFiltered
    ? sql`(${counting(ofAnyKind)})`
    : sql`coalesce((SELECT max(position) FROM audit_seals), 0)
        + (${counting(sql`id > coalesce((
            SELECT event_id FROM audit_seals ORDER BY position DESC LIMIT 1), 0)
            AND id <= (SELECT max(id) FROM audit_events)`)})`;
  const others = sql`(${counting(sql`${ofAnyKind} AND e.action <> ${sql.lit(COMMON)}`)})`;
  return sql`SELECT ${all} - ${filter.action === COMMON ? others : sql`0`} AS count`;
}

/** What the index of the kinds leaves out. */
const COMMON = 'sale.created';

function auditCondition({ user, action, from, to }: AuditFilter) {
  const conditions = [sql`true`];
  if (user !== undefined) {
    // Who was renamed or deleted is still the same person: it is the user that is sought, not the copy.
    conditions.push(sql`e.actor_id IN (
      SELECT id FROM users WHERE id::text = ${user} OR ${holdsWords(sql.ref('search_text'), user)})`);
  }
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  if (action !== undefined && action !== COMMON) {
    conditions.push(sql`e.action <> ${sql.lit(COMMON)}`);
  }
  // In the terms of `at`, so that one index serves the order and the period.
  if (from) conditions.push(sql`e.at >= ${from}::date::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`);
  if (to) {
    conditions.push(sql`e.at < (${to}::date + 1)::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`);
  }
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
