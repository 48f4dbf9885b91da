import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

/** People look for their phone first; who needs longer than this reads in Perfil of themselves. */
const MINUTES_TO_TYPE_A_CODE = 15;
const TOLD_FOR_DAYS = 30;

/** Whether this hour has such an event at an address, and no code has followed. */
export async function isPasswordNoted(db: Db, userId: number, address: string): Promise<boolean> {
  const { rows } = await sql<{ noted: boolean }>`
    SELECT EXISTS (
      SELECT FROM audit_events e
      WHERE ${isMissingCode(userId)} AND after ->> 'address' = ${address}
        AND at > now() - interval '1 hour' AND NOT ${wasFollowed(sql`'infinity'`)}) AS noted`.execute(
    db,
  );
  return rows[0]?.noted === true;
}

/** The last time that it may have been somebody else, since the password is what it is. */
export async function lastKnownPassword(
  db: Db,
  userId: number,
): Promise<{ at: Date; address: string } | undefined> {
  const { rows } = await sql<{ at: Date; address: string }>`
    SELECT at, after ->> 'address' AS address FROM audit_events e
    WHERE ${isMissingCode(userId)}
      AND at > now() - make_interval(days => ${TOLD_FOR_DAYS})
      AND at > coalesce((SELECT max(at) FROM audit_events
        WHERE action IN ('password.changed', 'password.reset') AND subject_id = ${userId}), '-infinity')
      AND NOT ${wasFollowed(sql`e.at + make_interval(mins => ${MINUTES_TO_TYPE_A_CODE})`)}
    ORDER BY at DESC LIMIT 1`.execute(db);
  return rows[0];
}

const isMissingCode = (userId: number) =>
  sql`e.action = 'session.code_missing' AND e.subject_id = ${userId}`;

/** The same person has signed in or approved from there after the event `e`, and by then. */
const wasFollowed = (by: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM audit_events f
  WHERE f.action IN ('session.started', 'approval.given') AND f.actor_id = e.actor_id
    AND f.after ->> 'address' = e.after ->> 'address' AND f.at > e.at AND f.at <= ${by})`;
