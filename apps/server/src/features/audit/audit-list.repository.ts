import type { AuditEntry } from '@balcao/contract/audit.ts';
import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { anywhere, type Slice } from '../../database/listing.ts';

/** Everything is optional; days are whole and both included. */
export type AuditFilter = {
  /** An id, or a part of the name or login that the person has now. */
  user?: string;
  action?: string;
  from?: BusinessDay;
  to?: BusinessDay;
};

export type AuditRow = Omit<AuditEntry, 'at'> & { at: Date };

/** One page of the rows, newest first, and how many there are in all. */
export async function auditPage(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: Slice,
): Promise<{ rows: AuditRow[]; count: number }> {
  const condition = auditCondition(filter);
  const { rows } = await sql<AuditRow>`
    SELECT id, at, actor_id, actor_name, action, subject_id, before, after,
      (SELECT u.name FROM users u WHERE u.id::text = CASE
        WHEN action LIKE 'user.%' OR action LIKE 'password.%' OR action LIKE 'session.%'
          THEN subject_id::text
        ELSE coalesce(after ->> 'seller_id', before ->> 'seller_id') END) AS person
    FROM audit_events e WHERE ${condition}
    ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
  const counted = await sql<{ count: number }>`
    SELECT count(*) AS count FROM audit_events e WHERE ${condition}`.execute(db);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

function auditCondition({ user, action, from, to }: AuditFilter) {
  const conditions = [sql`true`];
  if (user !== undefined) {
    // Who was renamed or deleted is still the same person: it is the user that is sought, not the copy.
    conditions.push(sql`e.actor_id IN (
      SELECT id FROM users WHERE id::text = ${user} OR search_text LIKE ${anywhere(user)})`);
  }
  if (action !== undefined) conditions.push(sql`e.action = ${action}`);
  // In the terms of `at`, so that one index serves the order and the period.
  if (from) conditions.push(sql`e.at >= ${from}::date::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`);
  if (to) {
    conditions.push(sql`e.at < (${to}::date + 1)::timestamp AT TIME ZONE ${SHOP_TIME_ZONE}`);
  }
  return sql<SqlBool>`${sql.join(conditions, sql` AND `)}`;
}
