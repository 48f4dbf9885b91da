import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../database/connection.ts';
import type { Tables } from '../../database/tables.ts';
import type { SealedEvent } from './seal.ts';

export type SealRow = Selectable<Tables['audit_seals']>;

/** Any number will do that nothing else locks; held to the end of the transaction. */
export const SEAL_LOCK = 20_260_011;

/** Of several servers on one database one seals at a time; the others need not wait for it. */
export async function takesSealLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(${SEAL_LOCK}) AS taken`.execute(tx);
  return rows[0]?.taken === true;
}

export function lastSeal(db: Db | Tx): Promise<SealRow | undefined> {
  return db
    .selectFrom('audit_seals')
    .selectAll()
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export function sealAt(db: Db, position: number): Promise<SealRow | undefined> {
  return db
    .selectFrom('audit_seals')
    .selectAll()
    .where('position', '=', position)
    .executeTakeFirst();
}

/** As four arrays: as rows, 500 seals are a statement of 2,000 parameters to build, send and plan. */
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
  const newest = await db
    .selectFrom('audit_events')
    .select((row) => row.fn.max('id').as('id'))
    .executeTakeFirst();
  return newest?.id ?? 0;
}

/** Every column of audit_events, as the same text on whatever server and in whatever session. */
const columns = sql.raw(`
  id::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US BC') AS at, actor_id::text,
  actor_name, action, subject_id::text, before::text, after::text`);

/** The rows after one id (and up to another), in the order of their ids. */
export async function eventsAfter(
  db: Db | Tx,
  range: { after: number; upTo?: number; limit: number },
): Promise<SealedEvent[]> {
  const { rows } = await sql<SealedEvent>`
    SELECT ${columns} FROM audit_events
    WHERE id > ${range.after} ${range.upTo === undefined ? sql`` : sql`AND id <= ${range.upTo}`}
    ORDER BY audit_events.id LIMIT ${range.limit}`.execute(db);
  return rows;
}

/** The seals of the rows after one id (and up to another), in the order of these ids. */
export function sealsOfEventsAfter(
  db: Db | Tx,
  range: { after: number; upTo: number | undefined },
): Promise<SealRow[]> {
  return db
    .selectFrom('audit_seals')
    .selectAll()
    .where('event_id', '>', range.after)
    .$if(range.upTo !== undefined, (query) => query.where('event_id', '<=', range.upTo ?? 0))
    .orderBy('event_id')
    .execute();
}
