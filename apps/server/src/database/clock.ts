import { type RawBuilder, sql } from 'kysely';

/**
 * The time by which waits and deadlines are counted. It is the database's, so that several servers share
 * one; a test brings its own.
 */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`now()`;

/** A provisional password serves for a day; then it only lets its user in to change it. */
export function provisionalUntil(mustChange: boolean): RawBuilder<Date> | null {
  return mustChange ? sql<Date>`now() + interval '24 hours'` : null;
}
