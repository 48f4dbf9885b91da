import { type RawBuilder, sql } from 'kysely';

/** The time for waits and deadlines. It is the database's, so that several servers share one clock. */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`now()`;
