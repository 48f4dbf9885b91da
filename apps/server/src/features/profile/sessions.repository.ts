import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';
import { oneOf } from '../../database/rows.ts';

/** A program may sign in a thousand times a day. */
const MOST_LISTED = 100;

/** Sessions are swept once they are old, the audit is not. */
export async function findAccess(
  db: Db,
  userId: number,
): Promise<{ last_sign_in: Date | null; second_factor: boolean }> {
  return oneOf<{ last_sign_in: Date | null; second_factor: boolean }>(db)`
    SELECT (SELECT at FROM audit_events WHERE actor_id = ${userId} AND action = 'session.started'
        ORDER BY at DESC LIMIT 1) AS last_sign_in,
      EXISTS (SELECT FROM second_factors
        WHERE user_id = ${userId} AND confirmed_at IS NOT NULL) AS second_factor`;
}

/**
 * The sessions of a user that a token can still open, or the one of them with this id; the newest use first, and
 * not too many. Never a token.
 */
export function openSessions(db: Db, userId: number, id?: string) {
  return db
    .selectFrom('sessions as s')
    .select(['id', 'device', 'address', 'started_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('session_tokens as t')
          .select('t.kind')
          .whereRef('t.session_id', '=', 's.id')
          .where('t.expires_at', '>', sql<Date>`now()`)
          .where('t.used_at', 'is', null),
      ),
    )
    .$if(id !== undefined, (sessions) => sessions.where('id', '=', id as string))
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .limit(MOST_LISTED)
    .execute();
}
