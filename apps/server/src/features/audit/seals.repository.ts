import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import { oneOf, rowsOf } from '../../database/rows.ts';
import type { Tables } from '../../database/tables.ts';
import type { SealedEvent } from './seal.ts';

export type SealRow = Selectable<Tables['audit_seals']>;

/** An arbitrary number that nothing else locks. */
export const SEAL_LOCK = 20_260_011;

/** Takes the lock until the end of the transaction; false if another server is sealing. */
export async function takesSealLock(tx: Tx): Promise<boolean> {
  const { taken } = await oneOf<{ taken: boolean }>(tx)`
    SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}) AS taken`;
  return taken;
}

export function lastSeal(db: Db): Promise<SealRow | undefined> {
  const seals = db.selectFrom('audit_seals').selectAll();
  return seals.orderBy('position', 'desc').limit(1).executeTakeFirst();
}

export function sealAt(db: Db, position: number): Promise<SealRow | undefined> {
  const seals = db.selectFrom('audit_seals').selectAll();
  return seals.where('position', '=', position).executeTakeFirst();
}

/** Four arrays: as rows, 500 seals would be a statement of 2,000 parameters. */
export async function insertSeals(tx: Tx, seals: SealRow[]): Promise<void> {
  await sql`
    INSERT INTO audit_seals (position, event_id, mac, key_id)
    SELECT * FROM unnest(
      ${seals.map(({ position }) => position)}::bigint[],
      ${seals.map(({ event_id }) => event_id)}::bigint[],
      ${seals.map(({ mac }) => mac)}::bytea[],
      ${seals.map(({ key_id }) => key_id)}::text[])`.execute(tx);
}

export async function newestEventId(db: Db): Promise<number> {
  const { id } = await oneOf<{ id: number }>(db)`
    SELECT coalesce(max(id), 0) AS id FROM audit_events`;
  return id;
}

/** Since when the oldest row without a seal has waited, if that is longer than a sealer ever takes. */
export async function waitingSince(db: Db): Promise<Date | null> {
  const { since } = await oneOf<{ since: Date | null }>(db)`
    SELECT min(at) AS since FROM audit_events
    WHERE id > (SELECT coalesce(max(event_id), 0) FROM audit_seals) AND at < now() - interval '2 minutes'`;
  return since;
}

/** Every column of audit_events as text, the same on every server and in every session. */
const columns = sql.raw(`
  id::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US BC') AS at, actor_id::text,
  actor_name, action, subject_id::text, before::text, after::text`);

/** Rows with ids in (after, upTo], in the order of their ids. */
export async function eventsAfter(
  db: Db,
  range: { after: number; upTo?: number; limit: number },
): Promise<SealedEvent[]> {
  const { after, upTo = Number.MAX_SAFE_INTEGER, limit } = range;
  return rowsOf<SealedEvent>(db)`
    SELECT ${columns} FROM audit_events WHERE id > ${after} AND id <= ${upTo}
    ORDER BY audit_events.id LIMIT ${limit}`;
}

/** The seals of rows with ids in (after, upTo], in the order of these ids. */
export function sealsOfEventsAfter(
  db: Db,
  range: { after: number; upTo: number },
): Promise<SealRow[]> {
  return db
    .selectFrom('audit_seals')
    .selectAll()
    .where('event_id', '>', range.after)
    .where('event_id', '<=', range.upTo)
    .orderBy('event_id')
    .execute();
}
