import { sql } from 'kysely';
import type { Db } from '../../database/connection.ts';

/** The sessions of a user that a token can still open, the newest use first. Never a token. */
export function openSessions(db: Db, userId: number) {
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
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
}
