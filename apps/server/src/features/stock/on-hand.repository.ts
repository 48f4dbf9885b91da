import { type BusinessDay, SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { type RawBuilder, sql } from 'kysely';

/**
 * Rows of `product_id`, `moment` and `on_hand` for those of the asked products that were followed at their moment.
 * `asked`: rows of `product_id` and `moment`.
 */
export const onHandAt = (asked: RawBuilder<unknown>) => sql`(
  SELECT found.* FROM (
    SELECT array_agg(product_id) AS products, array_agg(moment) AS moments FROM (${asked}) AS asked) AS pairs
    CROSS JOIN LATERAL on_hand_at(pairs.products, pairs.moments) AS found)`;

/** With all that has been recorded. */
export const NOW = sql`'infinity'::timestamptz`;

/** The last moment of a day. */
export const endOf = (day: BusinessDay) =>
  sql`((${day}::date + 1)::timestamp AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)} - interval '1 microsecond')`;

/** The products that the shop had at a moment. */
export const existedAt = (moment: RawBuilder<unknown>) =>
  sql`(p.deleted_at IS NULL OR p.deleted_at > ${moment})`;

/** The same of every product that the shop had at one moment. */
export const allOnHandAt = (moment: RawBuilder<unknown>) =>
  onHandAt(
    sql`SELECT p.id AS product_id, ${moment} AS moment FROM products p WHERE ${existedAt(moment)}`,
  );
