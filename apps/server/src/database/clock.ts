import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';

/** The time for waits and deadlines. It is the database's, so that several servers share one clock. */
export type Clock = () => RawBuilder<Date>;

export const databaseClock: Clock = () => sql<Date>`now()`;

/** SQL of the day in the shop, by the clock that dates what is recorded. */
export const TODAY = `(now() AT TIME ZONE '${SHOP_TIME_ZONE}')::date`;
