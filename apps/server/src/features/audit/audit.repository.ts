import type { AuditEntry } from '@balcao/contract/audit.ts';
import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import type { BusinessDay } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { holdsWords, readPage, type Slice, withinDays } from '../../database/listing.ts';
import { every } from '../../database/rows.ts';
import {
  type AuditSought,
  isAbout,
  isOfSale,
  KEY_OF_ACTOR,
  KEY_OF_SUBJECT,
} from './audit-sought.repository.ts';

/** The user who acted; null if nobody was signed in. */
export type Actor = { readonly id: number; readonly name: string } | null;

/** What an event is about, with the fields of its subject. */
export type AuditedFields = {
  subjectId?: number | undefined;
  /** Never a CPF, a password or a token. */
  before?: object | undefined;
  after?: object | undefined;
};

/** Adds events with one statement. Returns their ids in this order. */
export async function insertAuditEvents(
  db: Db,
  actor: Actor,
  action: AuditAction,
  events: readonly AuditedFields[],
): Promise<number[]> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO audit_events (actor_id, actor_name, action, subject_id, before, after)
    SELECT ${actor?.id ?? null}::integer, ${actor?.name ?? null}::text,
      ${action}::text, "subjectId", before, after
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS event (
      "subjectId" integer, before jsonb, after jsonb)
    RETURNING id`.execute(db);
  return inserted.rows.map(({ id }) => id);
}

/** Days are whole, and both are included. */
export type AuditFilter = {
  /** A user's id, or a part of their present name or login. */
  user?: string;
  actions?: readonly string[];
  about?: AuditSought;
  /** The events of this sale and of the papers of its corrections. */
  saleId?: number;
  from?: BusinessDay;
  to?: BusinessDay;
};

export type AuditRow = Omit<AuditEntry, 'at'> & { at: Date };

/** One page of the rows, newest first, and the count of all. */
export async function auditPage(
  db: Db,
  filter: AuditFilter,
  slice: Slice,
): Promise<{ rows: AuditRow[]; count: number }> {
  return readPage<AuditRow>(
    db,
    {
      found: sql`SELECT id, at FROM audit_events e WHERE ${conditionOf(filter)}`,
      order: sql`at DESC, id DESC`,
      count: countOf(filter),
      row: (id) => sql`SELECT id, at, actor_id, actor_name, action, subject_id,
        ${withName('before', 'old_name')} AS before, ${withName('after', 'new_name')} AS after,
        (SELECT u.name FROM users u WHERE u.id::text = CASE
          WHEN action ~ '^(user|password|session|second_factor)[.]'
            THEN subject_id::text
          ELSE coalesce(after ->> 'seller_id', before ->> 'seller_id') END) AS person,
        ${KEY_OF_ACTOR} AS actor_key, ${KEY_OF_SUBJECT} AS subject_key
      FROM audit_events WHERE audit_events.id = ${id}`,
    },
    slice,
  );
}

/** The fields of an event with the corrected name among them, if it has one. */
const withName = (fields: 'before' | 'after', column: 'old_name' | 'new_name') => sql`coalesce((
  SELECT coalesce(${sql.ref(fields)}, '{}') || jsonb_build_object('name', ${sql.ref(column)})
  FROM name_corrections WHERE audit_event_id = audit_events.id), ${sql.ref(fields)})`;

/** Nearly all rows have this action, so the index of actions leaves it out. */
const COMMON = 'sale.created';

/**
 * The common action is counted as all rows less the others, both from an index. The seals have numbered
 * all rows except the newest, which are counted between two ids so that the planner expects few.
 */
function countOf(filter: AuditFilter): RawBuilder<unknown> {
  const counting = (condition: RawBuilder<unknown>) =>
    sql`SELECT count(*) FROM audit_events e WHERE ${condition}`;
  const { actions, ...others } = filter;
  if (actions && !actions.includes(COMMON)) {
    return sql`SELECT (${counting(conditionOf(filter))}) AS count`;
  }
  const ofAnyAction = conditionOf(others);
  const all =
    Object.keys(others).length > 0
      ? sql`(${counting(ofAnyAction)})`
      : sql`coalesce((SELECT max(position) FROM audit_seals), 0)
        + (${counting(sql`id > coalesce((
            SELECT event_id FROM audit_seals ORDER BY position DESC LIMIT 1), 0)
            AND id <= (SELECT max(id) FROM audit_events)`)})`;
  if (actions === undefined) return sql`SELECT ${all} AS count`;
  const uncommon = counting(sql`${ofAnyAction} AND e.action <> ${sql.lit(COMMON)}
    AND e.action <> ALL (${[...actions]}::text[])`);
  return sql`SELECT ${all} - (${uncommon}) AS count`;
}

function conditionOf({ user, actions, about, saleId, from, to }: AuditFilter) {
  return every(
    // Searches the users, because the copied name stays the same when a user is renamed.
    user !== undefined &&
      sql`e.actor_id IN (
        SELECT id FROM users WHERE id::text = ${user} OR ${holdsWords(sql.ref('search_text'), user)})`,
    actions && sql`e.action = ANY (${[...actions]}::text[])`,
    actions && !actions.includes(COMMON) && sql`e.action <> ${sql.lit(COMMON)}`,
    about && isAbout(about),
    saleId !== undefined && isOfSale(saleId),
    // Compares `at` itself, so that one index serves the order and the period.
    ...withinDays(sql`e.at`, { from, to }),
  );
}
