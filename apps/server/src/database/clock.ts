import { type RawBuilder, sql } from 'kysely';

/** The time for waits and deadlines. It is the database's, so that several servers share one clock. */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`now()`;

/** A provisional password works for a day; after that its user can only change it. */
export function provisionalUntil(mustChange: boolean): RawBuilder<Date> | null {
  return mustChange ? sql<Date>`now() + interval '24 hours'` : null;
}
