import { sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { KeyColumns } from '../../database/once.ts';
import { oneOf, rowOf, rowsOf } from '../../database/rows.ts';

/** The first three are imports. */
export type BulkKind =
  | 'products'
  | 'roll'
  | 'lists'
  | 'client_merge'
  | 'student_merge'
  | 'product_edits';

/** A row that an undoing left as it is, by its id; a link by the ids of both. */
export type Kept = {
  what: 'product' | 'list' | 'student' | 'client' | 'link';
  id: number;
  other?: number;
  why: 'changed' | 'used' | 'gone';
};

/** What an undoing did. It stays with the change, so that a second request gets the first one's answer. */
export type UndoneRows = {
  restored: number;
  removed: number;
  kept: readonly Kept[];
  /** Of a merge. */
  counts?: Record<string, number>;
};

export type BulkChange = {
  id: number;
  created_at: Date;
  made_by_name: string;
  kind: BulkKind;
  details: Record<string, unknown>;
  /** The day in which it may be undone is not over. */
  recent: boolean;
  undone_at: Date | null;
  undone_by_name: string | null;
  undone: UndoneRows | null;
};

const columns = sql`
  id, created_at, made_by_name, kind, details, undone_at, undone_by_name, undone,
  created_at > now() - interval '24 hours' AS recent`;

/** The number of a change whose events name it. */
export async function nextBulkChange(tx: Tx): Promise<number> {
  return (await oneOf<{ id: number }>(tx)`SELECT nextval('bulk_changes_id_seq') AS id`).id;
}

export async function insertBulkChange(
  tx: Tx,
  actor: { id: number; name: string },
  change: {
    kind: BulkKind;
    events: readonly number[];
    details: object;
    /** By default the next one. */
    id?: number;
    columns?: KeyColumns;
  },
): Promise<BulkChange> {
  const { kind, events, details, id = await nextBulkChange(tx), columns: key } = change;
  return oneOf<BulkChange>(tx)`
    INSERT INTO bulk_changes
      (id, made_by, made_by_name, kind, events, details, idempotency_key, request_hash)
    OVERRIDING SYSTEM VALUE
    VALUES (${id}, ${actor.id}, ${actor.name}, ${kind}, ${[...events]}::bigint[],
      ${JSON.stringify(details)}::jsonb, ${key?.idempotency_key ?? null}::uuid,
      ${key?.request_hash ?? null}::bytea)
    RETURNING ${columns}`;
}

/** Another request to undo it waits. */
export async function lockBulkChange(
  tx: Tx,
  id: number,
  kinds: readonly BulkKind[],
): Promise<BulkChange | undefined> {
  return rowOf<BulkChange>(tx)`
    SELECT ${columns} FROM bulk_changes
    WHERE id = ${id} AND kind = ANY (${[...kinds]}::text[]) FOR NO KEY UPDATE`;
}

/** The newest first. */
export async function lastBulkChanges(
  db: Db,
  kind: BulkKind,
  limit: number,
): Promise<BulkChange[]> {
  return rowsOf<BulkChange>(db)`
    SELECT ${columns} FROM bulk_changes WHERE kind = ${kind}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** The merges into this record that may be undone, each by the id of its change. */
export async function undoableMerges(
  db: Db,
  kind: BulkKind,
  kept: number,
): Promise<{ id: number; merged: number }[]> {
  return rowsOf<{ id: number; merged: number }>(db)`
    SELECT id, (details -> 'merged')::integer AS merged FROM bulk_changes
    WHERE kind = ${kind} AND details -> 'kept' = to_jsonb(${kept}::integer)
      AND undone_at IS NULL AND created_at > now() - interval '24 hours'
    ORDER BY id`;
}

export async function noteUndone(
  tx: Tx,
  id: number,
  actor: { id: number; name: string },
  undone: UndoneRows,
): Promise<void> {
  await sql`
    UPDATE bulk_changes SET undone_at = now(), undone_by = ${actor.id}, undone_by_name = ${actor.name},
      undone = ${JSON.stringify(undone)}::jsonb
    WHERE id = ${id}`.execute(tx);
}

/** An event of the audit, with the corrected name of a person, which stands beside it. */
export type BulkEvent = {
  id: number;
  action: string;
  subject_id: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  old_name: string | null;
  new_name: string | null;
};

export async function eventsOf(tx: Tx, changeId: number): Promise<BulkEvent[]> {
  return rowsOf<BulkEvent>(tx)`
    SELECT e.id, e.action, e.subject_id, e.before, e.after, n.old_name, n.new_name
    FROM audit_events e LEFT JOIN name_corrections n ON n.audit_event_id = e.id
    WHERE e.id IN (SELECT unnest(events) FROM bulk_changes WHERE id = ${changeId}) ORDER BY e.id`;
}
